import { z } from 'zod'
import type { ErrorCode } from '../core/errors.ts'
import { itemFilter } from '../core/item-filter.ts'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, paging, parentId, pathId, placeInFolder, queryPaging } from '../core/schemas.ts'

/** NO_PREVIEW means that the type has no pages, and NO_CONVERTER that this server has no program for it. */
export const viewStatus = z.enum(['WAITING', 'WORKING', 'READY', 'LOCKED', 'BROKEN', 'TOO_LARGE', 'SLOW', 'NO_PREVIEW', 'NO_CONVERTER'])
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

export const isPreviewPending = (status: ViewStatus): status is 'WAITING' | 'WORKING' => status === 'WAITING' || status === 'WORKING'

/** A retry cannot change the other statuses. */
export const RETRYABLE_PREVIEWS: readonly ViewStatus[] = ['BROKEN', 'TOO_LARGE', 'SLOW', 'NO_CONVERTER']

const permissionFlags = z.object({
  copy: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  print: z.boolean(),
  download: z.boolean(),
  /** Downloads carry no watermark, whatever the room's setting is. */
  original: z.boolean(),
})

/** The counts cover the expected documents in a folder and below it, and how many of them are missing. */
export const expectedCounts = z.object({ total: z.int().nonnegative(), missing: z.int().nonnegative() })
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
  /** The count covers direct subfolders and appears only in lists. */
  folderCount: z.int().nonnegative().optional(),
  /** This is null for folders, which have no preview. */
  preview: viewStatus.nullable(),
  child: z.array(z.never()),
  permission: permissionFlags,
  state: z.enum(['published', 'staged']),
  /** The number in the index has the form `2.3.1`. It is absent while numbering is off. */
  index: z.string().optional(),
  /** Only operators receive the remaining fields. This one means that a folder above is staged. */
  isUnseen: z.literal(true).optional(),
  /** A newer version waits for publication. `size` and `uploadedAt` are those of the version that readers have. */
  waits: z.object({ number: z.int().positive(), size: z.int().nonnegative(), uploadedAt: instant }).optional(),
  publishAt: instant.optional(),
  unpublishAt: instant.optional(),
  /** A folder stages what is uploaded into it. If this is absent, the folder above decides. */
  staging: z.boolean().optional(),
  /** Only folders that contain expected documents, at any depth, have counts. */
  expected: expectedCounts.optional(),
  /** People of the caller's group may submit files into this folder; for operators, people of any group. */
  isDropFolder: z.literal(true).optional(),
  /** The sender of a submission appears only to full operators, in lists of submissions. */
  submitted: z.object({ by: z.string(), group: z.string().optional(), at: instant }).optional(),
  /**
   * Participants see a document as new if they could not see it at the last visit, and operators if others uploaded it since. It stops
   * being new when the caller opens it.
   */
  isNew: z.boolean(),
  /** The document has another version since the last visit, and the caller has not opened it. */
  isUpdated: z.boolean(),
  favourite: z.boolean(),
})
export type Item = z.infer<typeof item>

const folderStep = z.object({ id, parent: parentId, folderName: z.string(), index: z.string().optional() })

export const SORTS = ['name', '-name', 'uploadedAt', '-uploadedAt', 'type', '-type', 'size', '-size', 'index', '-index'] as const

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
    /** The default is `name`. While numbering is on, it is `index`, which does not list folders first. */
    sort: z.enum(SORTS).optional(),
    ...itemFilter,
    ...paging,
    /** This cursor of the same list ends the range, so that changes before it have no effect. */
    until: paging.cursor,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(item),
    paged: true,
    beside: z.object({
      /** The path is empty for the root and for a search. */
      folderPath: z.array(folderStep),
      /** The counts cover direct children. Only the first page has them, and a search never does. */
      counts: z.object({ folders: z.int().nonnegative(), files: z.int().nonnegative() }).optional(),
      /** What is uploaded here is staged. Operators receive this on the first page, but never for a search. */
      stagesUploads: z.boolean().optional(),
      /** The counts are like those of the items. Only the first page has them, and a search never does. */
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
  summary: 'Returns cursors for entering the list of a folder: one after every `step`-th item that follows the given cursor.',
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
  summary: 'Returns the position of an item among the items of its folder in the given order, from 0.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({ fileId: id, roomId: id, sort: z.enum(SORTS).optional() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ parent: parentId, position: z.int().nonnegative() }) },
})

/** A staged upload waits for its publication. By default, the folder or the room decides. */
const staged = z.boolean().optional()

/** The fields come before or after the files, as single parts or as the JSON part `data`. */
export const uploadFields = z.strictObject({
  id,
  parent: parentId,
  roomId: id,
  typeId: z.union([z.literal(4), z.literal(5)]),
  folderName: z.string().max(4_000).optional(),
  /** `keep` (the default) adds a number to a name that exists. `replace` stores a new version. */
  conflict: z.enum(['keep', 'replace']).optional(),
  threadId: z.uuid().optional(),
  staged,
})

export const rejection = z.object({ name: z.string(), reason: z.string(), code: z.string() })

const identity = { body: { id: 'member', roomId: 'room' } } as const
const writing = { credential: 'session', delivers: 'none', permission: 'documents.write' } as const
const removing = { ...writing, permission: 'documents.remove' } as const

export const upload = operation({
  name: 'documents.upload',
  method: 'POST',
  path: '/room/api/file/upload',
  summary:
    'Uploads one or more files (typeId 4) or creates a folder (typeId 5). File names may carry a relative path. Refused files are listed beside the stored ones. With `threadId`, the files answer that request and are linked in a new entry.',
  ...writing,
  multipart: true,
  answer: {
    kind: 'json',
    payload: z.union([z.array(z.object({ id, name: z.string(), size: z.int().nonnegative() })), z.object({ id, name: z.string() })]),
    beside: z.object({ rejected: z.array(rejection).optional() }),
  },
})

/** The names are joined by `/`. */
const relativePath = z.string().min(1).max(20_000)

export const makeFolders = operation({
  name: 'documents.makeFolders',
  method: 'POST',
  path: '/room/api/file/folders',
  summary:
    'Creates folders by their paths below a folder, with the folders above them. Existing folders do not change, so the call can be repeated. Paths that cannot be created are listed beside the others.',
  ...writing,
  body: z.strictObject({ parent: parentId, paths: z.array(relativePath).min(1).max(LIMITS.foldersPerCall), id, roomId: id, staged }),
  identity,
  answer: { kind: 'json', payload: z.array(z.object({ id, path: z.string() })), beside: z.object({ rejected: z.array(rejection) }) },
})

/** The limit is generous because the server normalizes the name. */
const typedName = z.string().max(4_000)

/** `id` and `roomId` repeat the caller's own ids. */
const change = { fileId: id, id, roomId: id }

export const rename = operation({
  name: 'documents.rename',
  method: 'PATCH',
  path: '/room/api/file/file/update/edit',
  summary: 'Renames a file or folder. The extension of a file may be omitted, but cannot change.',
  ...writing,
  body: z.strictObject({ ...change, name: typedName }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string() }) },
})

/**
 * The items take the rights of the new place, or keep their present ones as grants. Without a choice, a change that widens a group's
 * rights is refused with RIGHTS_DIFFER and the effects.
 */
const placedRights = z.enum(['inherit', 'keep']).optional()

const moveTo = {
  place: placeInFolder.optional(),
  before: id.nullable().optional(),
  apart: z.array(id).max(LIMITS.itemsPerOrder).optional(),
}
const moved = { stands: id.nullable().optional(), stood: id.nullable().optional() }

export const move = operation({
  name: 'documents.move',
  method: 'PATCH',
  path: '/room/api/file/file/update/move',
  summary:
    'Moves a file or folder into another folder (parent 0: the root). A name that is taken there gets a number. `place` or `before` work as in `file/order` and set the position in one transaction, also within the current folder. `apart` names items that `place` does not count. `stands` and `stood` are the items that follow the moved one now and followed it before.',
  ...writing,
  body: z.strictObject({ ...change, parent: parentId, rights: placedRights, ...moveTo }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string(), parent: parentId, ...moved }) },
})

export const copy = operation({
  name: 'documents.copy',
  method: 'PATCH',
  path: '/room/api/file/file/update/copy',
  summary:
    'Copies a file, or a folder with its content, under the given name. A name that is taken gets a number. All copied items appear at once.',
  ...writing,
  body: z.strictObject({ ...change, name: typedName, parent: parentId, rights: placedRights }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string() }) },
})

export const remove = operation({
  name: 'documents.remove',
  method: 'DELETE',
  path: '/room/api/file/file/delete',
  summary: 'Moves a file, or a folder with its content, to the trash for 30 days. `fileId` identifies the item; the name is ignored.',
  ...removing,
  body: z.strictObject({ ...change, name: typedName.optional() }),
  identity,
  answer: { kind: 'json', payload: done },
})

/** `path` is the former place, as far as those folders exist. */
export const trashedItem = item.extend({ deletedAt: instant })
export type TrashedItem = z.infer<typeof trashedItem>

export const trash = operation({
  name: 'documents.trash',
  method: 'GET',
  path: '/room/api/file/trash/:roomId',
  summary: 'Lists deleted items that can be restored, last deleted first. Content of a deleted folder is not listed separately.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.survey',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(trashedItem), paged: true },
})

export const restore = operation({
  name: 'documents.restore',
  method: 'POST',
  path: '/room/api/file/trash/restore',
  summary: 'Restores an item from the trash to its folder, or to the root if that folder is gone. A name that is taken gets a number.',
  ...writing,
  body: z.strictObject(change),
  identity,
  answer: { kind: 'json', payload: z.object({ id, parent: parentId }) },
})

export const destroy = operation({
  name: 'documents.destroy',
  method: 'POST',
  path: '/room/api/file/trash/destroy',
  summary: 'Destroys an item of the trash with everything in it: keys, content and storage. This cannot be undone.',
  ...removing,
  body: z.strictObject(change),
  identity,
  answer: { kind: 'json', payload: done },
})

export const measure = operation({
  name: 'documents.measure',
  method: 'POST',
  path: '/room/api/file/measure',
  summary: 'Counts the folders and files among the given items and in them, with the size of the files in bytes.',
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

export const conflicts = operation({
  name: 'documents.conflicts',
  method: 'POST',
  path: '/room/api/file/conflicts',
  summary: 'Returns the given paths below a folder at which a file exists, so that clients can ask before uploading.',
  ...writing,
  body: z.strictObject({ parent: parentId, paths: z.array(relativePath).min(1).max(LIMITS.pathsPerCall), roomId: id }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(z.object({ path: z.string(), id, name: z.string(), size: z.int().nonnegative(), uploadedAt: instant })),
  },
})

export const versions = operation({
  name: 'documents.versions',
  method: 'GET',
  path: '/room/api/file/versions/:id',
  summary: 'Lists the versions of a file, newest first. Readers have the newest version that is not staged.',
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
        /** The time is present only if the publication came later than the upload. */
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
