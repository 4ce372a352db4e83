import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { id, instant, pathId } from '../core/schemas.ts'
import { day } from './history.ts'

const count = z.int().nonnegative()
const seconds = z.number().nonnegative()
const files = z.object({ fileCnt: count, size: count })

const reading = {
  credential: 'session',
  delivers: 'none',
  permission: 'activity.read',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
} as const

export const info = operation({
  ...reading,
  name: 'dashboard.info',
  method: 'GET',
  path: '/room/api/room/dashboard/info/:roomId',
  summary:
    'Returns figures of the room. Sizes are in bytes; `userLimit` 10000 means no limit. `fileList` has a row for each folder of the root, with everything below the folder. `rootFiles` covers files in the root itself. `nowStorage` is the storage of documents, with earlier versions and the trash. `composedFiles` covers everything kept of documents to sign. `messageFiles`, the files of messages, questions and requests, have separate budgets and are not part of `nowStorage`.',
  answer: {
    kind: 'json',
    payload: z.object({
      info: z.object({
        blockPrint: count,
        blockDownload: count,
        blockAccess: count,
        userCnt: count,
        userLimit: count,
        nowStorage: count,
        maxStorage: count,
        fileCnt: count,
        todayLogCnt: count,
        roomName: z.string(),
      }),
      fileList: z.array(z.object({ id, fileName: z.string(), fileCnt: count, size: count })),
      rootFiles: files,
      composedFiles: files,
      messageFiles: files,
    }),
  },
})

const use = z.object({ views: count, prints: count, downloads: count, seconds })

const documentUse = use.extend({ itemId: id, name: z.string() })
const personUse = use.extend({ userId: id, name: z.string() })

const readers = {
  /** If true, actions of operators count, also while they view as another person. The default is false. */
  operators: z
    .enum(['true', 'false'])
    .transform((operators) => operators === 'true')
    .optional(),
  /** The numbers cover only this group, without operators. */
  groupId: pathId.optional(),
}

/** `readers` did anything with documents. Sums include former people. */
const groupUse = use.extend({ groupId: id, people: count, readers: count })

export const overview = operation({
  ...reading,
  name: 'dashboard.activity',
  method: 'GET',
  path: '/room/api/room/dashboard/activity/:roomId',
  summary:
    'Returns the activity of the last 30 days: log items for each day, oldest first and without gaps. Also lists the most viewed documents and the most active people, at most ten of each. Documents that no longer exist are omitted. Actions of operators count for documents and people only if `operators` is true. With `groupId`, documents and people are those of the group. `groups` always has all groups, by document actions of their current members.',
  query: z.strictObject(readers),
  answer: {
    kind: 'json',
    payload: z.object({
      days: z.array(z.object({ day, total: count })),
      documents: z.array(documentUse),
      people: z.array(z.object({ userId: id, name: z.string(), entries: count })),
      groups: z.array(groupUse),
    }),
  },
})

export const ofItem = operation({
  name: 'dashboard.item',
  method: 'GET',
  path: '/room/api/room/dashboard/item/:itemId',
  summary:
    'Returns each person’s actions on a document, longest reading time first, 100 people at most. Also returns for how many seconds all of them read each page. Operators are included only if `operators` is true. `groupId` limits the answer to one group. `pageCount` is that of the newest version, or 0 if nobody has seen its pages.',
  credential: 'session',
  delivers: 'none',
  permission: 'activity.read',
  params: z.strictObject({ itemId: pathId }),
  query: z.strictObject(readers),
  answer: {
    kind: 'json',
    payload: z.object({
      name: z.string(),
      pageCount: count,
      people: z.array(personUse.extend({ lastDay: day, groupId: id.optional() })),
      pages: z.array(z.object({ page: id, seconds })),
    }),
  },
})

export const ofPerson = operation({
  name: 'dashboard.person',
  method: 'GET',
  path: '/room/api/room/dashboard/person/:roomUserId',
  summary:
    'Returns a person’s actions on existing documents, longest reading time first, 100 documents at most.',
  credential: 'session',
  delivers: 'none',
  permission: 'activity.read',
  params: z.strictObject({ roomUserId: pathId }),
  answer: {
    kind: 'json',
    payload: z.object({
      name: z.string(),
      lastSeenAt: instant.nullable(),
      documents: z.array(documentUse.extend({ lastDay: day })),
    }),
  },
})
