import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { PHASES } from '../../core/phase.ts'
import { id, instant, line } from '../../core/schemas.ts'
import { personName } from '../members.ts'
import { roomName } from '../rooms.ts'

/** What programs and administrators see of a room. */
export const governedRoom = z.object({
  roomId: id,
  roomNo: z.string(),
  name: z.string(),
  phase: z.enum(PHASES),
  createdAt: instant,
  /** It closes by itself then. */
  closesAt: instant.nullable(),
})

/** In bytes, and in people. */
export const givenLimits = { storage: z.int().positive().optional(), users: z.int().min(1).max(LIMITS.usersUnlimited).optional() }

/** With its first operator, who is mailed PIN and code. */
export const newRoom = z.strictObject({
  name: roomName,
  operator: z.strictObject({ name: personName, email: z.string().max(1_000) }),
  ...givenLimits,
  /** Id of one that comes along. */
  template: line(100).optional(),
})

export const madeRoom = z.object({ roomId: id, roomNo: z.string(), url: z.string() })
