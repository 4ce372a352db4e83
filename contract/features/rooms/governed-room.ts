import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { PHASES } from '../../core/phase.ts'
import { id, instant, line } from '../../core/schemas.ts'
import { personName } from '../members.ts'
import { roomName } from '../rooms.ts'

/** Programs and administrators see only this of a room. */
export const governedRoom = z.object({
  roomId: id,
  roomNo: z.string(),
  name: z.string(),
  phase: z.enum(PHASES),
  createdAt: instant,
  closesAt: instant.nullable(),
})

/** `storage` is in bytes, and `users` counts people. */
export const givenLimits = {
  storage: z.int().positive().optional(),
  users: z.int().min(1).max(LIMITS.usersUnlimited).optional(),
}

/** The first operator is mailed PIN and code. */
export const newRoom = z.strictObject({
  name: roomName,
  operator: z.strictObject({ name: personName, email: z.string().max(1_000) }),
  ...givenLimits,
  template: line(100).optional(),
})

export const madeRoom = z.object({ roomId: id, roomNo: z.string(), url: z.string() })
