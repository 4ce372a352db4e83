import { z } from 'zod'
import type { ErrorCode } from '../core/errors.ts'
import { itemFilter } from '../core/item-filter.ts'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { id, instant, paging, parentId, pathId, queryPaging } from '../core/schemas.ts'
import { change, identity, writing } from './documents/change-fields.ts'

/** NO_PREVIEW means a type without pages, NO_CONVERTER a missing program. */
export const viewStatus = z.enum([
  'WAITING',
  'WORKING',
  'READY',
  'LOCKED',
  'BROKEN',
  'TOO_LARGE',
  'SLOW',
  'NO_PREVIEW',
  'NO_CONVERTER',
])
export type ViewStatus = z.infer<typeof viewStatus>

export const UNVIEWABLE = {
  WAITING: 'PREVIEW_PENDING',
  WORKING: 'PREVIEW_PENDING',
  LOCKED: 'DOCUMENT_LOCKED',
  BROKEN: 'DOCUMENT_BROKEN',
  TOO_LARGE: 'DOCUMENT_TOO_LARGE',
  SLOW: 'DOCUMENT_SLOW',
  NO_PREVIEW: 'NO_PREVIEW',
  NO_CONVERTER: 'NO_CONVERTER',
} as const satisfies Record<Exclude<ViewStatus, 'READY'>, ErrorCode>

export const isPreviewPending = (status: ViewStatus): status is 'WAITING' | 'WORKING' =>
  status === 'WAITING' || status === 'WORKING'

/** A retry cannot change the other statuses. */
export const RETRYABLE_PREVIEWS: readonly ViewStatus[] = [
  'BROKEN',
  'TOO_LARGE',
  'SLOW',
  'NO_CONVERTER',
]

const permissionFlags = z.object({
  copy: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  print: z.boolean(),
  download: z.boolean(),
  /** Downloads carry no watermark. */
  original: z.boolean(),
})

/** The counts cover all depths. */
export const expectedCounts = z.object({
  total: z.int().nonnegative(),
  missing: z.int().nonnegative(),
})
export type ExpectedCounts = z.infer<typeof expectedCounts>

export const item = z.object({
  id,
  parent: parentId,
  type: z.int(),
  name: z.string(),
  filename: z.string(),
  mimetype: z.string(),
  path: z.string(),
  ext: z.string(),
  size: z.int().nonnegative(),
  roomId: id,
  uploadedAt: instant,
  itemCount: z.int().nonnegative(),
  /** Only lists count the direct subfolders. */
  folderCount: z.int().nonnegative().optional(),
  /** Folders have null. */
  preview: viewStatus.nullable(),
  child: z.array(z.never()),
  permission: permissionFlags,
  state: z.enum(['published', 'staged']),
  /** The number looks like `2.3.1` and is absent while numbering is off. */
  index: z.string().optional(),
  isUnseen: z.literal(true).optional(),
  /** A newer version waits for publication; `size` and `uploadedAt` are those of the readers' version. */
  waits: z
    .object({ number: z.int().positive(), size: z.int().nonnegative(), uploadedAt: instant })
    .optional(),
  publishAt: instant.optional(),
  unpublishAt: instant.optional(),
  /** Uploads into the folder are staged. If absent, the folder above decides. */
  staging: z.boolean().optional(),
  /** Only folders with expected documents, at any depth, have counts. */
  expected: expectedCounts.optional(),
  /** People of the caller's group, for operators of any group, may submit files here. */
  isDropFolder: z.literal(true).optional(),
  /** Only full operators see the sender. */
  submitted: z.object({ by: z.string(), group: z.string().optional(), at: instant }).optional(),
  /** Participants see what they could not see at the last visit as new, operators what others uploaded since. Opening it ends this. */
  isNew: z.boolean(),
  /** The document has another version since the last visit, unopened by the caller. */
  isUpdated: z.boolean(),
  favourite: z.boolean(),
})
export type Item = z.infer<typeof item>

const folderStep = z.object({
  id,
  parent: parentId,
  folderName: z.string(),
  index: z.string().optional(),
})

export const SORTS = [
  'name',
  '-name',
  'uploadedAt',
  '-uploadedAt',
  'type',
  '-type',
  'size',
  '-size',
  'index',
  '-index',
] as const

export const list = operation({
  name: 'documents.list',
  method: 'POST',
  path: '/room/api/file/file/list',
  summary:
    'Lists the items of a folder (parent 0: the root), folders first. With a keyword, lists the matches in the whole room, optionally filtered by `types`, `since`, `before` and `within`. Filters require a keyword.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({
    keword: z.string().max(LIMITS.keywordLength),
    parent: parentId,
    roomId: id,
    /** The default is `name`, or `index` (folders not first) while numbering is on. */
    sort: z.enum(SORTS).optional(),
    ...itemFilter,
    ...paging,
    /** This cursor of the same list ends the range, so earlier changes have no effect. */
    until: paging.cursor,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(item),
    paged: true,
    beside: z.object({
      /** The root and searches have an empty path. */
      folderPath: z.array(folderStep),
      /** Direct children count. Only the first page has counts, a search never. */
      counts: z.object({ folders: z.int().nonnegative(), files: z.int().nonnegative() }).optional(),
      /** Uploads here are staged. Operators receive this on the first page, never in a search. */
      stagesUploads: z.boolean().optional(),
      /** Only the first page has the counts, a search never. */
      expected: expectedCounts.optional(),
      isDropFolder: z.literal(true).optional(),
      message: z.string().optional(),
    }),
  },
})

export const outline = operation({
  name: 'documents.outline',
  method: 'POST',
  path: '/room/api/file/file/outline',
  summary:
    'Returns cursors for entering the list of a folder: one after every `step`-th item that follows the given cursor.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({
    parent: parentId,
    roomId: id,
    sort: z.enum(SORTS).optional(),
    cursor: paging.cursor.unwrap(),
    step: z.int().min(1).max(1_000_000),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(z.string()).max(LIMITS.outlineMax) },
})

export const locate = operation({
  name: 'documents.locate',
  method: 'POST',
  path: '/room/api/file/file/locate',
  summary:
    'Returns the position of an item among the items of its folder in the given order, from 0.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({ fileId: id, roomId: id, sort: z.enum(SORTS).optional() }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({ parent: parentId, position: z.int().nonnegative() }),
  },
})

export const measure = operation({
  name: 'documents.measure',
  method: 'POST',
  path: '/room/api/file/measure',
  summary:
    'Counts the folders and files among the given items and in them, with the size of the files in bytes.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.survey',
  body: z.strictObject({ fileIds: z.array(id).min(1).max(LIMITS.itemsPerMeasure), id, roomId: id }),
  identity,
  answer: {
    kind: 'json',
    payload: z.object({
      folders: z.int().nonnegative(),
      files: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      isCapped: z.boolean(),
    }),
  },
})

export const versions = operation({
  name: 'documents.versions',
  method: 'GET',
  path: '/room/api/file/versions/:id',
  summary:
    'Lists the versions of a file, newest first. Readers have the newest version that is not staged.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.survey',
  params: z.strictObject({ id: pathId }),
  query: z.strictObject(queryPaging),
  answer: {
    kind: 'json',
    paged: true,
    payload: z.array(
      z.object({
        number: z.int().positive(),
        size: z.int().nonnegative(),
        uploadedAt: instant,
        uploadedBy: z.string(),
        preview: viewStatus,
        /** Readers never had this version. */
        staged: z.boolean(),
        /** The time is present only for a publication after the upload. */
        publishedAt: instant.optional(),
      }),
    ),
  },
})

export const restoreVersion = operation({
  name: 'documents.restoreVersion',
  method: 'POST',
  path: '/room/api/file/versions/restore',
  summary: 'Restores the content of an older version as the newest version. No version is lost.',
  ...writing,
  body: z.strictObject({ ...change, number: z.int().positive() }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string(), number: z.int().positive() }) },
})
