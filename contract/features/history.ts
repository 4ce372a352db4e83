import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { id, instant, paging, parentId, pathId, queryId, queryPaging } from '../core/schemas.ts'
import { EXPORT_FORMATS } from '../proof/history-export.ts'
import { ACTIVITY_TYPES } from './activity/activity-types.ts'

/** The day is `YYYY-MM-DD` in the room's time zone. */
export const day = z.iso.date()

/** Person 0 means everybody. Both days are inclusive. */
const filter = {
  type: z.enum(ACTIVITY_TYPES).optional(),
  from: day.optional(),
  to: day.optional(),
}

/** Unsigned lists may also be filtered by instants. */
const instants = {
  from: z.union([day, instant]).optional(),
  to: z.union([day, instant]).optional(),
}

/** `fold` (the default) merges entries of one lease and document into a reading, whose entries `readingId` lists. */
const queryFilter = {
  ...filter,
  ...instants,
  fold: z
    .enum(['true', 'false'])
    .transform((fold) => fold === 'true')
    .optional(),
  readingId: pathId.optional(),
}
const bodyFilter = {
  ...filter,
  ...instants,
  fold: z.boolean().optional(),
  readingId: id.optional(),
}

/** `waiting` means unsigned, `broken` that the entry differs from what was signed. */
export const proofState = z.enum(['signed', 'waiting', 'broken'])
export type ProofState = z.infer<typeof proofState>

/** A reading has the `id`, time and proof of its newest entry. `name` is empty for the command line. */
export const historyItem = z.object({
  id,
  createdAt: instant,
  name: z.string(),
  position: z.string(),
  email: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  description: z.string(),
  proof: proofState,
  entries: z.int().positive(),
  /** The id stays while a reading grows. */
  readingId: id.optional(),
  /** Each page counts once; `seconds` is the reading time. */
  pages: z.int().nonnegative().optional(),
  seconds: z.number().nonnegative().optional(),
})
export type HistoryItem = z.infer<typeof historyItem>

const page = z.object({ roomActivityItem: z.array(historyItem), total: z.int().nonnegative() })

const answer = { kind: 'json', payload: page, paged: true } as const

const reading = { credential: 'session', permission: 'activity.read' } as const

export const list = operation({
  ...reading,
  delivers: 'none',
  name: 'activity.list',
  method: 'GET',
  path: '/room/api/room/roomActivity/list/:roomId',
  summary:
    'Lists the items of the activity log, newest first, with their number. A reading is one item at its newest entry, unless `fold` is false.',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({
    roomUserId: queryId.optional(),
    itemId: queryId.optional(),
    ...queryFilter,
    ...queryPaging,
  }),
  identity: { params: { roomId: 'room' } },
  answer,
})

export const detail = operation({
  ...reading,
  delivers: 'none',
  name: 'activity.detail',
  method: 'POST',
  path: '/room/api/room/detailHistory/:roomId',
  summary:
    'Lists the items of the activity log as `activity.list` does, with the query in the body.',
  params: z.strictObject({ roomId: pathId }),
  body: z.strictObject({
    roomUserId: parentId.optional(),
    itemId: parentId.optional(),
    ...bodyFilter,
    ...paging,
  }),
  identity: { params: { roomId: 'room' } },
  answer,
})

export const own = operation({
  name: 'activity.own',
  method: 'GET',
  path: '/room/api/room/myActivity/list',
  summary: 'Lists the caller’s own activity, newest first.',
  credential: 'session',
  delivers: 'none',
  permission: 'activity.readOwn',
  query: z.strictObject({ ...queryFilter, ...queryPaging }),
  answer,
})

export const users = operation({
  ...reading,
  delivers: 'none',
  name: 'activity.users',
  method: 'GET',
  path: '/room/api/room/roomUser/list/:roomId',
  summary:
    'Lists everybody who can have log entries, by name: current and former people of the room. `id` is the `roomUserId` of the lists.',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(z.object({ userName: z.string(), id })), paged: true },
})

export const daily = operation({
  ...reading,
  delivers: 'none',
  name: 'activity.daily',
  method: 'GET',
  path: '/room/api/room/getDailyLogs/:roomId',
  summary:
    'Lists active people and the number of log items for each day, newest day and most active person first. `createdAt` is when the room was opened. System administrators are not named.',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      createdAt: instant,
      dailyLogByDate: z.array(
        z.object({
          createdAt: day,
          users: z.array(z.object({ name: z.string() })),
          total: z.int().nonnegative(),
        }),
      ),
    }),
    paged: true,
  },
})

export const checkpoint = operation({
  name: 'activity.checkpoint',
  method: 'GET',
  path: '/room/api/room/checkpoint/:roomId',
  summary:
    'Returns the newest signed checkpoint of the room’s log: origin, size, root hash and time (C2SP tlog-checkpoint). With `since`, the size of an earlier one, also returns the hashes that prove earlier entries unchanged (RFC 9162, 2.1.4). Returns undefined before the first entry has its place.',
  credential: 'session',
  delivers: 'none',
  permission: 'activity.readOwn',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({ since: queryId.optional() }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      note: z.string().optional(),
      /** The key has 32 bytes. */
      publicKey: z.base64(),
      consistency: z.array(z.base64()).optional(),
    }),
  },
})

const exported = {
  body: z.strictObject({ format: z.enum(EXPORT_FORMATS), ...filter }),
  answer: { kind: 'bytes', types: ['text/html', 'text/csv', 'application/json'] },
} as const

export const exportAll = operation({
  ...reading,
  delivers: 'none',
  name: 'activity.export',
  method: 'POST',
  path: '/room/api/room/roomActivity/export/:roomId',
  summary:
    'Exports the filtered list as a file `room-history_YYMMDDHHmmss`, in the time of the room. The file is a self-contained HTML page, CSV, or JSON with the proof of each entry (docs/laws/activity-log.md). The file is streamed, and the export logged.',
  params: z.strictObject({ roomId: pathId }),
  ...exported,
  body: exported.body.extend({
    roomUserId: parentId.optional(),
    itemId: parentId.optional(),
    /** The log records an export for printing. */
    print: z.literal(true).optional(),
  }),
  identity: { params: { roomId: 'room' } },
})

export const exportOwn = operation({
  name: 'activity.exportOwn',
  method: 'POST',
  path: '/room/api/room/myActivity/export',
  summary: 'Exports the caller’s own activity as `activity.export` does.',
  credential: 'session',
  delivers: 'none',
  permission: 'activity.readOwn',
  ...exported,
})
