import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, paging, parentId, pathId, queryPaging } from '../core/schemas.ts'
import { actId } from './documents/act-id.ts'
import { item } from './documents.ts'

const publishing = {
  credential: 'session',
  delivers: 'none',
  permission: 'documents.publish',
} as const
const identity = { body: { roomId: 'room' } } as const

const items = z.array(id).min(1).max(LIMITS.itemsPerPublication)

/** `at` is in the future, at most `LIMITS.publicationAheadMs` ahead; without it, the change is immediate. */
const order = {
  roomId: id,
  ids: items,
  at: instant.optional(),
  notify: z.boolean().optional(),
  act: actId.optional(),
}

const outcome = z.object({
  documents: z.int().nonnegative(),
  folders: z.int().nonnegative(),
  /** A staged folder above keeps these items unseen. */
  unseen: z.array(id),
  /** Submitted documents in the folders stay staged until they are published by name. */
  submitted: z.int().nonnegative(),
  at: instant.optional(),
})
export type PublishOutcome = z.infer<typeof outcome>

export const publish = operation({
  name: 'publishing.publish',
  method: 'POST',
  path: '/room/api/file/publish',
  summary:
    'Publishes staged items and waiting versions to people with rights on them, at once or at a given time. This includes everything in the items, except submitted files. With `notify`, one mail names the new documents to each reader. With `only`, which takes neither a time nor a mail, reverts an unpublication. What was waiting in the items keeps waiting. An item with additions or replacements since stays staged and is returned as unseen.',
  ...publishing,
  body: z.strictObject({ ...order, only: z.boolean().optional() }),
  identity,
  answer: { kind: 'json', payload: outcome },
})

export const unpublish = operation({
  name: 'publishing.unpublish',
  method: 'POST',
  path: '/room/api/file/unpublish',
  summary:
    'Stages items, so that only operators see them and their content. Ends open pages and downloads. Mails nobody; `notify` is accepted and ignored.',
  ...publishing,
  body: z.strictObject(order),
  identity,
  answer: { kind: 'json', payload: outcome },
})

export const cancel = operation({
  name: 'publishing.cancel',
  method: 'POST',
  path: '/room/api/file/publish/cancel',
  summary: 'Cancels what was scheduled for a time. The items stay as they are.',
  ...publishing,
  body: z.strictObject({ roomId: id, ids: items }),
  identity,
  answer: {
    kind: 'json',
    payload: done,
    beside: z.object({
      orders: z.array(
        z.object({ itemId: id, publishes: z.boolean(), notifies: z.boolean(), at: instant }),
      ),
    }),
  },
})

export const staged = operation({
  name: 'publishing.staged',
  method: 'GET',
  path: '/room/api/file/staged/:roomId',
  summary:
    'Lists what waits to be published, last uploaded first. Content of a staged folder is not listed separately.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.survey',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(item),
    paged: true,
    beside: z.object({
      /** Staged documents and waiting versions of the whole room count. */
      documents: z.int().nonnegative(),
      ordered: z.int().nonnegative(),
    }),
  },
})

export const updateFolder = operation({
  name: 'publishing.updateFolder',
  method: 'POST',
  path: '/room/api/file/staging',
  summary:
    'Sets whether uploads into a folder wait to be published. With null, the folder above decides, or at the root the room.',
  ...publishing,
  body: z.strictObject({ roomId: id, fileId: id, staging: z.boolean().nullable() }),
  identity,
  answer: { kind: 'json', payload: done },
})

/**
 * `DUPLICATE` means the same content in another document. `SIMILAR_NAME` differs only in spaces, case, width or punctuation.
 * `HIDDEN_PARTS` are sheets or slides. Later findings concern PDFs, Office and Hangul documents. `UNCHECKED` means not or partly read.
 */
export const CHECK_FINDINGS = [
  'DUPLICATE',
  'EMPTY_FOLDER',
  'SIMILAR_NAME',
  'LOCKED',
  'NO_PREVIEW',
  'PREVIEW_PENDING',
  'HIDDEN_PARTS',
  'COMMENTS',
  'TRACKED_CHANGES',
  'METADATA',
  'ATTACHMENTS',
  'UNCHECKED',
] as const
export type CheckFinding = (typeof CHECK_FINDINGS)[number]

const checkedItem = z.object({ itemId: id, parent: parentId, name: z.string(), path: z.string() })

export const check = operation({
  name: 'publishing.check',
  method: 'POST',
  path: '/room/api/file/check',
  summary: `Returns what to review before items and everything in them are published: what is staged there, in portions of at most ${LIMITS.itemsPerCheck}. Changes nothing and returns no text of documents.`,
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  body: z.strictObject({
    roomId: id,
    ids: items,
    cursor: paging.cursor,
    limit: z.int().min(1).max(LIMITS.itemsPerCheck).optional(),
  }),
  identity,
  answer: {
    kind: 'json',
    paged: true,
    payload: z.array(
      checkedItem.extend({ finding: z.enum(CHECK_FINDINGS), other: checkedItem.optional() }),
    ),
    beside: z.object({
      checked: z.int().nonnegative(),
      /** Only the first page has it. */
      total: z.int().nonnegative().optional(),
    }),
  },
})
