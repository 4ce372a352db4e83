import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, line, paging, parentId, pathId } from '../../core/schemas.ts'
import { viewStatus } from '../documents.ts'
import {
  ENTRY_KINDS,
  PRIORITIES,
  SHOWN_STATES,
  THREAD_STATES,
  THREAD_TYPES,
} from './thread-states.ts'

/** Random ids do not reveal how much others ask. */
export const threadId = z.uuid()
export const threadParams = z.strictObject({ id: threadId })

const title = line(LIMITS.threadTitle)
export const threadText = z
  .string()
  .max(LIMITS.threadText * 4)
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .max(LIMITS.threadText)
      .regex(/^[\P{Cc}\n\t]*$/u),
  )
const link = z.strictObject({
  itemId: id,
  page: z.int().positive().max(LIMITS.pagesPerDocument).optional(),
})
const links = z.array(link).max(LIMITS.threadLinks)
const priority = z.enum(PRIORITIES)
/** The day is in the room's zone. */
const day = z.iso.date()
const reason = threadText

const asking = { credential: 'session', delivers: 'none' } as const

export const create = operation({
  name: 'threads.create',
  method: 'POST',
  path: '/room/api/thread',
  summary:
    'Creates a question or request, as a draft or submitted. Operators name the group for which they write; participants may not. A request has no draft. `messageId` names the message to operators from which the thread is created; the message stays. Files are sent as multipart: `data` with this JSON, and up to five `file`s.',
  ...asking,
  permission: 'threads.write',
  body: z.strictObject({
    roomId: id,
    type: z.enum(THREAD_TYPES),
    topicId: threadId.nullable().optional(),
    title,
    text: threadText,
    priority: priority.optional(),
    links: links.optional(),
    state: z.enum(['DRAFT', 'SUBMITTED']).optional(),
    groupId: id.optional(),
    due: day.nullable().optional(),
    messageId: id.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  multipart: 'either',
  answer: { kind: 'json', payload: z.object({ id: threadId, number: z.string() }) },
})

export const update = operation({
  name: 'threads.update',
  method: 'POST',
  path: '/room/api/thread/update',
  summary: 'Updates a draft, or a question that was returned. Omitted fields keep their values.',
  ...asking,
  permission: 'threads.write',
  body: z.strictObject({
    id: threadId,
    title: title.optional(),
    text: threadText.optional(),
    topicId: threadId.nullable().optional(),
    priority: priority.optional(),
    links: links.optional(),
    rev: z.int().positive().optional(),
  }),
  answer: { kind: 'json', payload: z.object({ rev: z.int() }) },
})

const person = z.object({ id, name: z.string() })
export const topicName = z.object({ id: threadId, name: z.string() })

export const threadRow = z.object({
  id: threadId,
  /** Operators and experts see the group's code before the number. */
  number: z.string(),
  type: z.enum(THREAD_TYPES),
  title: z.string(),
  state: z.enum(SHOWN_STATES),
  /** The group itself never receives this, nor do experts if the room hides it. */
  group: z.object({ id, name: z.string(), color: z.string() }).optional(),
  topic: topicName.nullable(),
  priority,
  due: day.nullable(),
  unread: z.boolean(),
  updatedAt: instant,
  assignee: person.nullable().optional(),
  /** `move` must name the revision `rev` that the caller sees. */
  rev: z.int(),
})
export type ThreadRow = z.output<typeof threadRow>

export const THREAD_SORTS = ['updatedAt', 'number', 'due', 'priority', 'state'] as const

export const threadFilter = {
  type: z.enum(THREAD_TYPES).optional(),
  state: z
    .union([z.enum(SHOWN_STATES), z.array(z.enum(SHOWN_STATES)).max(SHOWN_STATES.length)])
    .optional(),
  topicId: threadId.optional(),
  groupId: id.optional(),
  /** 0 finds threads without an assignee. */
  assignee: parentId.optional(),
  priority: priority.optional(),
  unread: z.boolean().optional(),
  overdue: z.boolean().optional(),
  keyword: z.string().max(LIMITS.keywordLength).optional(),
}

export const list = operation({
  name: 'threads.list',
  method: 'POST',
  path: '/room/api/thread/list',
  summary:
    'Lists the threads that the caller may see, last changed first unless sorted otherwise. A keyword is found in titles and texts, and sorts by relevance.',
  ...asking,
  permission: 'threads.read',
  viewAs: true,
  body: z.strictObject({
    roomId: id,
    ...threadFilter,
    sort: z.enum(THREAD_SORTS).optional(),
    descending: z.boolean().optional(),
    ...paging,
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(threadRow), paged: true },
})

/** Readers receive links only to what they can see now. */
const shownLink = z.object({
  itemId: id,
  parent: parentId,
  name: z.string(),
  /** The reader sees this number. It is absent while numbering is off. */
  index: z.string().optional(),
  isFolder: z.boolean(),
  page: z.int().optional(),
  /** The asking group cannot see the item. Only operators receive this. */
  isUnseen: z.boolean().optional(),
})

const shownFile = z.object({
  id: threadId,
  name: z.string(),
  /** The size is in bytes. */
  size: z.int(),
  /** Office and Hangul files wait for their pages. */
  status: viewStatus,
  /** The sizes are in points, or pixels for images. Only READY files have any. */
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
})

const entry = z.object({
  id: threadId,
  kind: z.enum(ENTRY_KINDS),
  text: z.string(),
  at: instant,
  /** Null hides the name. */
  by: z.string().nullable(),
  isOwn: z.boolean(),
  side: z.enum(['group', 'operators']),
  links: z.array(shownLink),
  files: z.array(shownFile),
  /** The group cannot see this answer yet; only operators and experts receive it. */
  isPending: z.boolean().optional(),
})

const move = z.object({
  at: instant,
  from: z.enum(SHOWN_STATES).nullable(),
  to: z.enum(SHOWN_STATES),
  by: z.string().nullable(),
  assignee: z.string().optional(),
  reason: z.string().optional(),
})

export const read = operation({
  name: 'threads.read',
  method: 'GET',
  path: '/room/api/thread/:id',
  summary:
    'Returns a thread: what was written, links to documents that the caller can see now, its moves, and what the caller may do.',
  ...asking,
  permission: 'threads.read',
  viewAs: true,
  params: threadParams,
  answer: {
    kind: 'json',
    payload: threadRow.extend({
      createdAt: instant,
      /** Null hides the name. */
      author: z.string().nullable(),
      isOwn: z.boolean(),
      entries: z.array(entry),
      history: z.array(move),
      mergedInto: z.object({ id: threadId, number: z.string() }).nullable(),
      /** Only operators receive the FAQ entries made from the thread. */
      faqs: z.array(z.string()),
      can: z.object({
        moves: z.array(z.enum(THREAD_STATES)),
        entries: z.array(z.enum(ENTRY_KINDS)),
        edit: z.boolean(),
        fulfil: z.boolean(),
        publish: z.boolean(),
        assign: z.boolean(),
        download: z.boolean(),
      }),
    }),
  },
})

export const addEntry = operation({
  name: 'threads.addEntry',
  method: 'POST',
  path: '/room/api/thread/:id/entry',
  summary:
    'Adds an entry to a thread. `QUESTION`: the group asks a further question, or resubmits what was returned or answered. `ANSWER`: operators or the expert answer; if no approval is needed, the answer reaches the group at once. `NOTE`: only operators and experts see it. Files are sent as multipart: `data` with this JSON, and up to five `file`s.',
  ...asking,
  permission: 'threads.answer',
  params: threadParams,
  body: z.strictObject({
    text: threadText,
    links: links.optional(),
    kind: z.enum(ENTRY_KINDS),
    rev: z.int().positive().optional(),
  }),
  multipart: 'either',
  answer: {
    kind: 'json',
    payload: z.object({ id: threadId, state: z.enum(SHOWN_STATES), rev: z.int() }),
  },
})

export const moveThread = operation({
  name: 'threads.move',
  method: 'POST',
  path: '/room/api/thread/:id/move',
  summary:
    'Moves a thread to a state. Fails with THREAD_MOVED for a move that the table of states does not have, and THREAD_CHANGED if the thread changed since `rev`. Returning, refusing an answer and NOT_AVAILABLE need a reason.',
  ...asking,
  permission: 'threads.answer',
  params: threadParams,
  body: z.strictObject({
    to: z.enum(THREAD_STATES),
    assignee: id.nullable().optional(),
    due: day.nullable().optional(),
    reason: reason.optional(),
    rev: z.int().positive(),
  }),
  answer: { kind: 'json', payload: z.object({ state: z.enum(SHOWN_STATES), rev: z.int() }) },
})

export const fulfil = operation({
  name: 'threads.fulfil',
  method: 'POST',
  path: '/room/api/thread/fulfil',
  summary: 'Answers a request with documents and folders of the room, wholly or in part.',
  ...asking,
  permission: 'threads.answer',
  body: z.strictObject({
    id: threadId,
    itemIds: z.array(id).max(LIMITS.threadLinks),
    state: z.enum(['PARTLY', 'ANSWERED', 'NOT_AVAILABLE']),
    text: threadText.optional(),
    rev: z.int().positive().optional(),
  }),
  answer: { kind: 'json', payload: z.object({ state: z.enum(SHOWN_STATES), rev: z.int() }) },
})

export const markRead = operation({
  name: 'threads.markRead',
  method: 'POST',
  path: '/room/api/thread/read',
  summary: 'Marks threads as read or unread by the caller.',
  ...asking,
  permission: 'threads.read',
  body: z.strictObject({
    roomId: id,
    ids: z.array(threadId).min(1).max(LIMITS.listMax),
    unread: z.boolean().optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const batch = operation({
  name: 'threads.batch',
  method: 'POST',
  path: '/room/api/thread/batch',
  summary:
    'Updates several threads in one transaction: a move, a person, a due date, a topic or a priority. Also merges threads into one of their group. If one is refused, nothing changes, and `id` names it.',
  ...asking,
  permission: 'threads.manage',
  body: z.strictObject({
    roomId: id,
    ids: z.array(threadId).min(1).max(LIMITS.threadsPerCall),
    to: z.enum(THREAD_STATES).optional(),
    assignee: id.nullable().optional(),
    due: day.nullable().optional(),
    topicId: threadId.nullable().optional(),
    priority: priority.optional(),
    reason: reason.optional(),
    into: threadId.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ changed: z.int().nonnegative() }) },
})

export const similar = operation({
  name: 'threads.similar',
  method: 'POST',
  path: '/room/api/thread/similar',
  summary:
    'Returns threads of the caller’s own group and answers of the FAQ that resemble a text, at most five of each.',
  ...asking,
  permission: 'threads.read',
  body: z.strictObject({
    roomId: id,
    text: z.string().max(LIMITS.threadText),
    groupId: id.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      threads: z.array(
        z.object({
          id: threadId,
          number: z.string(),
          title: z.string(),
          state: z.enum(SHOWN_STATES),
        }),
      ),
      faqs: z.array(z.object({ id: threadId, number: z.string(), title: z.string() })),
    }),
  },
})

export const summary = operation({
  name: 'threads.summary',
  method: 'GET',
  path: '/room/api/thread/summary/:roomId',
  summary:
    'Counts open, overdue, unread and unassigned threads for the dashboard. Also returns the oldest open one, and by topic and expert, how many wait and the average answer time.',
  ...asking,
  permission: 'threads.manage',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      open: z.int(),
      overdue: z.int(),
      unassigned: z.int(),
      toApprove: z.int(),
      oldest: z.object({ id: threadId, number: z.string(), since: instant }).nullable(),
      topics: z.array(
        z.object({
          topic: topicName.nullable(),
          open: z.int(),
          answered: z.int(),
          meanHours: z.number().nullable(),
        }),
      ),
      experts: z.array(
        z.object({ person, open: z.int(), answered: z.int(), meanHours: z.number().nullable() }),
      ),
    }),
  },
})
