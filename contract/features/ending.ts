import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { MOVABLE_PHASES } from '../core/phase.ts'
import { done, id, instant, pathId } from '../core/schemas.ts'
import { roomPhase } from './rooms.ts'

const call = { credential: 'session', permission: 'room.end' } as const
const PATH = '/room/api/room/ending'

const destruction = z.object({
  askedAt: instant,
  /** The command line has null. */
  askedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  askedByMe: z.boolean(),
  /** Both operators must have been operators for 7 days before the request. */
  mayConfirm: z.boolean(),
  dueAt: instant,
})

export const read = operation({
  ...call,
  delivers: 'none',
  name: 'ending.read',
  method: 'GET',
  path: `${PATH}/:roomId`,
  summary:
    'Returns the phase of the room, what its destruction would destroy, and what would remain where and for how long.',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      ...roomPhase.pick({ phase: true, phaseAt: true, closesAt: true }).shape,
      /** Members are mailed 7 days and 1 day before `closesAt`, at these times. */
      told: z.object({ week: instant.nullable(), day: instant.nullable() }),
      destruction: destruction.nullable(),
      /** Confirmation by any of these takes effect at once. */
      otherOperators: z.int().nonnegative(),
      /** Confirmation takes effect at once from this time. Null means no other operator. */
      confirmableFrom: instant.nullable(),
      lastArchiveAt: instant.nullable(),
      /** The trash and older versions do not count. */
      documents: z.int().nonnegative(),
      /** Everything stored counts, in bytes. */
      bytes: z.int().nonnegative(),
      backupDays: z.int().nonnegative(),
      keyBackupDays: z.int().nonnegative(),
    }),
  },
})

export const schedule = operation({
  ...call,
  delivers: 'none',
  name: 'ending.schedule',
  method: 'PUT',
  path: `${PATH}/schedule`,
  summary:
    'Schedules the closing of the room, or cancels the schedule. Members are mailed 7 days and 1 day before.',
  body: z.strictObject({ id, closesAt: instant.nullable() }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const move = operation({
  ...call,
  delivers: 'none',
  name: 'ending.move',
  method: 'PUT',
  path: `${PATH}/phase`,
  summary:
    'Freezes, closes or reopens the room. Closing ends the schedule. Participants are mailed.',
  body: z.strictObject({ id, phase: z.enum(MOVABLE_PHASES) }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

/** The operator enters `code` again and types `roomNo` exactly. */
const assured = z.strictObject({ id, roomNo: z.string().max(40), code: z.string().max(40) })

export const ask = operation({
  ...call,
  delivers: 'none',
  name: 'ending.ask',
  method: 'POST',
  path: `${PATH}/destruction`,
  summary:
    'Requests the destruction of the room, which begins 24 hours later, or when another operator confirms. Both must have been operators for the 7 days before the request. All members are mailed. The answer has the time.',
  body: assured,
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: z.object({ dueAt: instant }) },
})

export const confirm = operation({
  ...call,
  delivers: 'none',
  name: 'ending.confirm',
  method: 'POST',
  path: `${PATH}/destruction/confirm`,
  summary:
    'Confirms another operator’s request: the destruction begins, and all sessions of the room end with this answer. Both must have been operators for the 7 days before the request.',
  body: assured,
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const withdraw = operation({
  ...call,
  delivers: 'none',
  name: 'ending.withdraw',
  method: 'DELETE',
  path: `${PATH}/destruction`,
  summary: 'Withdraws a destruction that has not begun, by any operator. All members are mailed.',
  body: z.strictObject({ id }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
