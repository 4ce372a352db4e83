import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { id, instant, paging, parentId } from '../core/schemas.ts'

/** What the caller may do with one item. */
const permissionFlags = z.object({
  copy: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  print: z.boolean(),
  download: z.boolean(),
})

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
  /** Items directly in a folder, up to `LIMITS.itemCountMax`; 0 for a file. */
  itemCount: z.int().nonnegative(),
  child: z.array(z.never()),
  permission: permissionFlags,
})
export type Item = z.infer<typeof item>

/** A folder on the way from the root; `parent` 0 is the root. */
const folderStep = z.object({ id, parent: parentId, folderName: z.string() })

export const SORTS = ['name', '-name', 'uploadedAt', '-uploadedAt', 'type', '-type', 'size', '-size'] as const

export const list = operation({
  name: 'documents.list',
  method: 'POST',
  path: '/room/api/file/file/list',
  summary: 'The items of a folder (parent 0: the root), folders first; with a keyword, the matches in the whole room.',
  credential: 'session',
  permission: 'documents.read',
  body: z.strictObject({
    keword: z.string().max(LIMITS.keywordLength),
    parent: parentId,
    roomId: id,
    sort: z.enum(SORTS).optional(),
    ...paging,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(item),
    paged: true,
    beside: z.object({
      /** From the root's child down to the listed folder; empty for the root and for a search. */
      folderPath: z.array(folderStep),
      /** What is directly in the listed folder, each up to `LIMITS.folderCountMax`; on its first page, and never for a search. */
      counts: z.object({ folders: z.int().nonnegative(), files: z.int().nonnegative() }).optional(),
      message: z.string().optional(),
    }),
  },
})

/** The fields of an upload, which may stand before or after the files, singly or as one JSON part `data`. */
export const uploadFields = z.strictObject({
  id,
  parent: parentId,
  roomId: id,
  typeId: z.union([z.literal(4), z.literal(5)]),
  folderName: z.string().max(4_000).optional(),
})

/** One refused file beside the stored ones. */
export const rejection = z.object({ name: z.string(), reason: z.string(), code: z.string() })

export const upload = operation({
  name: 'documents.upload',
  method: 'POST',
  path: '/room/api/file/upload',
  summary:
    'typeId 4: stores one or many files, whose names may carry a relative path; refused ones are listed beside the stored ones. typeId 5: makes a folder.',
  credential: 'session',
  permission: 'documents.write',
  multipart: true,
  answer: {
    kind: 'json',
    payload: z.union([z.array(z.object({ id, name: z.string(), size: z.int().nonnegative() })), z.object({ id, name: z.string() })]),
    beside: z.object({ rejected: z.array(rejection).optional() }),
  },
})
