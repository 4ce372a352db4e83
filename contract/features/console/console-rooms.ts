import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, pathId, queryPaging } from '../../core/schemas.ts'
import { personName } from '../members.ts'
import { givenLimits, governedRoom, madeRoom, newRoom } from '../rooms/governed-room.ts'
import { roomName } from '../rooms.ts'
import { ASKED_STATES, OPERATOR_REQUEST_KINDS } from './operator-request-states.ts'

const PATH = '/console/rooms'

export const ROOM_SORTS = ['number', 'name', 'created', 'usage', 'phase'] as const
export type RoomSort = (typeof ROOM_SORTS)[number]

const reading = { credential: 'administrator', delivers: 'none', method: 'GET' } as const
const changing = { credential: 'administrator', delivers: 'none', method: 'POST' } as const

const params = z.strictObject({ id: pathId })
const email = z.string().max(1_000)

/** The console shows how many documents and people exist, never which. */
const room = governedRoom.extend({
  used: z.int().nonnegative(),
  storage: z.int().positive(),
  people: z.int().nonnegative(),
  users: z.int().positive(),
  documents: z.int().nonnegative(),
})

export const rooms = operation({
  ...reading,
  name: 'console.rooms',
  path: PATH,
  summary: 'Lists the rooms of the installation. `search` matches number and name.',
  query: z.strictObject({
    ...queryPaging,
    search: z.string().max(200).optional(),
    sort: z.enum(ROOM_SORTS).optional(),
    order: z.enum(['up', 'down']).optional(),
  }),
  answer: {
    kind: 'json',
    payload: z.array(room),
    paged: true,
    beside: z.object({ total: z.int().nonnegative() }),
  },
})

export const readRoom = operation({
  ...reading,
  name: 'console.readRoom',
  path: `${PATH}/:id`,
  summary: 'Returns a room.',
  params,
  answer: { kind: 'json', payload: room },
})

export const templates = operation({
  ...reading,
  name: 'console.templates',
  path: '/console/templates',
  summary: 'Lists the built-in templates for new rooms.',
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({ id: z.string(), name: z.string(), language: z.enum(LANGUAGES), folders: z.int() }),
    ),
  },
})

export const createRoom = operation({
  ...changing,
  name: 'console.createRoom',
  path: PATH,
  summary:
    'Creates a room with its first operator, who is mailed a PIN and an operator code. The folders come from a template or from another room.',
  body: newRoom
    .extend({
      /** The new room gets the folders of this room, whose operators are notified by mail. */
      structureOf: id.optional(),
    })
    .refine(({ template, structureOf }) => template === undefined || structureOf === undefined),
  answer: { kind: 'json', payload: madeRoom },
})

export const renameRoom = operation({
  ...changing,
  name: 'console.renameRoom',
  path: `${PATH}/:id/rename`,
  summary: 'Renames a room.',
  params,
  body: z.strictObject({ name: roomName }),
  answer: { kind: 'json', payload: room },
})

export const limitRoom = operation({
  ...changing,
  name: 'console.limitRoom',
  path: `${PATH}/:id/limits`,
  summary: 'Updates the limits of a room. No limit can be below current use.',
  params,
  body: z.strictObject(givenLimits),
  answer: { kind: 'json', payload: room },
})

export const closeRoom = operation({
  ...changing,
  name: 'console.closeRoom',
  path: `${PATH}/:id/close`,
  summary:
    'Freezes a room at once and closes it after 24 hours, unless an operator cancels the closing. Operators are mailed.',
  params,
  answer: { kind: 'json', payload: room },
})

/** Administrators see only their own requests, never the operators. */
const request = z.object({
  id,
  kind: z.enum(OPERATOR_REQUEST_KINDS),
  email: z.string(),
  state: z.enum(ASKED_STATES),
  createdAt: instant,
  dueAt: instant,
})

export const operatorRequests = operation({
  ...reading,
  name: 'console.operatorRequests',
  path: `${PATH}/:id/operators`,
  summary: 'Lists the requests to operators of a room, newest first.',
  params,
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(request), paged: true },
})

export const askForOperator = operation({
  ...changing,
  name: 'console.askForOperator',
  path: `${PATH}/:id/operators`,
  summary:
    'Requests another operator (with `name`), or a new PIN and code for an existing one. An operator of the room confirms or refuses. Without a decision, the request is carried out after 24 hours. Operators are mailed.',
  params,
  body: z.strictObject({
    kind: z.enum(OPERATOR_REQUEST_KINDS),
    email,
    name: personName.optional(),
  }),
  answer: { kind: 'json', payload: request },
})

export const withdrawOperatorRequest = operation({
  ...changing,
  name: 'console.withdrawOperatorRequest',
  path: `${PATH}/:id/operators/:requestId/withdraw`,
  summary: 'Withdraws a request that has not been carried out yet.',
  params: z.strictObject({ id: pathId, requestId: pathId }),
  answer: { kind: 'json', payload: done },
})
