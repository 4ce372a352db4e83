import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, pathId, queryPaging } from '../../core/schemas.ts'
import { invitee } from '../members.ts'
import { givenLimits, governedRoom, madeRoom, newRoom } from '../rooms/governed-room.ts'
import { roomName } from '../rooms.ts'

const PATH = '/platform/rooms'

const reading = {
  credential: 'apiKey',
  scope: 'rooms:read',
  delivers: 'none',
  method: 'GET',
} as const
const changing = {
  credential: 'apiKey',
  scope: 'rooms:write',
  delivers: 'none',
  method: 'POST',
} as const

const params = z.strictObject({ id: pathId })

/** A repeated call within 24 hours gets the same answer and does nothing. */
export const idempotency = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional(),
})

const limits = z.object({
  /** The size is in bytes. */
  storage: z.int().positive(),
  used: z.int().nonnegative(),
  users: z.int().positive(),
})

export const rooms = operation({
  ...reading,
  name: 'programs.rooms',
  path: PATH,
  summary: 'Lists all rooms of the installation, in order of creation.',
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(governedRoom), paged: true },
})

export const createRoom = operation({
  ...changing,
  name: 'programs.createRoom',
  path: PATH,
  summary:
    'Creates a room with its first operator, who is mailed a PIN and an operator code. The answer contains neither.',
  headers: idempotency,
  body: newRoom,
  answer: { kind: 'json', payload: madeRoom },
})

const name = z.object({ name: z.string() })

export const readName = operation({
  ...reading,
  name: 'programs.readName',
  path: `${PATH}/:id/rename`,
  summary: 'Returns the name of a room.',
  params,
  answer: { kind: 'json', payload: name },
})

export const rename = operation({
  ...changing,
  name: 'programs.rename',
  path: `${PATH}/:id/rename`,
  summary: 'Renames a room.',
  params,
  headers: idempotency,
  body: z.strictObject({ name: roomName }),
  answer: { kind: 'json', payload: done },
})

const closing = governedRoom.pick({ phase: true, closesAt: true })

export const readClosing = operation({
  ...reading,
  name: 'programs.readClosing',
  path: `${PATH}/:id/close`,
  summary: 'Returns the phase of a room, and when it closes by itself.',
  params,
  answer: { kind: 'json', payload: closing },
})

export const close = operation({
  ...changing,
  name: 'programs.close',
  path: `${PATH}/:id/close`,
  summary:
    'Freezes a room at once and closes it after 24 hours, unless an operator cancels the closing. Operators are mailed.',
  params,
  headers: idempotency,
  answer: { kind: 'json', payload: closing },
})

export const readStorage = operation({
  ...reading,
  name: 'programs.readStorage',
  path: `${PATH}/:id/storage`,
  summary: 'Returns the limits of a room, and the storage that it uses.',
  params,
  answer: { kind: 'json', payload: limits },
})

export const updateStorage = operation({
  ...changing,
  name: 'programs.updateStorage',
  path: `${PATH}/:id/storage`,
  summary: 'Updates the limits of a room. No limit can be below current use.',
  params,
  headers: idempotency,
  body: z.strictObject(givenLimits),
  answer: { kind: 'json', payload: limits },
})

export const invite = operation({
  ...changing,
  name: 'programs.invite',
  scope: 'members:write',
  path: `${PATH}/:id/members`,
  summary:
    'Invites 1 to 30 participants and mails each a PIN. Operators can be invited only in the room. The answer is in the order of the rows.',
  bodyBytes: LIMITS.jsonBodyBytesMax,
  params,
  headers: idempotency,
  body: z.strictObject({
    inviteUserList: z.array(invitee).min(1).max(LIMITS.inviteesPerCall),
    /** Only the role of participants is accepted. */
    roleId: id.optional(),
    groupId: id.optional(),
  }),
  /** `row` is the `id` of the row. */
  answer: { kind: 'json', payload: z.array(z.object({ id, row: z.int().optional() })) },
})

export const events = operation({
  ...reading,
  name: 'programs.events',
  scope: 'events:read',
  path: `${PATH}/:id/events`,
  summary:
    'Lists the events of a room, oldest first, without people, items or names. A `cursor` also works in later calls.',
  params,
  query: z.strictObject(queryPaging),
  answer: {
    kind: 'json',
    payload: z.array(z.object({ sequence: z.int().nonnegative(), kind: z.string(), at: instant })),
    paged: true,
    /** The cursor follows the last event and is absent without one. */
    beside: z.object({ cursor: z.string().optional() }),
  },
})
