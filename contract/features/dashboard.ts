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
    'The room in numbers. Sizes in bytes; `userLimit` 10000 means none. `fileList` has a row for each folder of the root, with all that is below it; what lies in the root itself is `rootFiles`. `nowStorage` is what documents take, with earlier versions and the trash, and `composedFiles`, all that is kept of documents to sign. `messageFiles`, files of messages and of questions and requests, have budgets of their own and are not in it.',
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

/** `seconds` is the reading time. */
const use = z.object({ views: count, prints: count, downloads: count, seconds })

const documentUse = use.extend({ itemId: id, name: z.string() })
const personUse = use.extend({ userId: id, name: z.string() })

const readers = {
  /** It includes actions of operators, also while they viewed as another person. Default false. */
  operators: z
    .enum(['true', 'false'])
    .transform((operators) => operators === 'true')
    .optional(),
  /** Only what the people of this group did, without operators. */
  groupId: pathId.optional(),
}

/** `people` is how many are in the group, `readers` how many of them did anything with documents. Sums include former people. */
const groupUse = use.extend({ groupId: id, people: count, readers: count })

export const overview = operation({
  ...reading,
  name: 'dashboard.activity',
  method: 'GET',
  path: '/room/api/room/dashboard/activity/:roomId',
  summary:
    'The last 30 days of the room: items of the log on each day, the oldest first and without gaps; the documents that were looked at most, and the people who did most, ten of each at most. Documents that are gone are left out, and of documents and people what operators did, unless `operators` is true. With `groupId`, documents and people are those of the group; `groups` always has all groups, by what their people of today did with documents.',
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
    'Who did what with a document, those who read longest first, a hundred at most; and for how many seconds each page was read by all of them. Without operators, unless `operators` is true; of one group with `groupId`. `pageCount`: of the newest version; 0 where nobody has seen its pages.',
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
  summary: 'What a person did with documents that are there, the ones read longest first, a hundred at most.',
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
