import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id, instant, parentId } from '../../core/schemas.ts'
import { identity, writing } from './change-fields.ts'

/** By default, the folder or the room decides. */
const staged = z.boolean().optional()

/** The fields are single parts or the JSON part `data`, before or after the files. */
export const uploadFields = z.strictObject({
  id,
  parent: parentId,
  roomId: id,
  typeId: z.union([z.literal(4), z.literal(5)]),
  folderName: z.string().max(4_000).optional(),
  /** `keep` (the default) numbers an existing name; `replace` stores a new version. */
  conflict: z.enum(['keep', 'replace']).optional(),
  threadId: z.uuid().optional(),
  staged,
})

export const rejection = z.object({ name: z.string(), reason: z.string(), code: z.string() })

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
    payload: z.union([
      z.array(z.object({ id, name: z.string(), size: z.int().nonnegative() })),
      z.object({ id, name: z.string() }),
    ]),
    beside: z.object({ rejected: z.array(rejection).optional() }),
  },
})

const relativePath = z.string().min(1).max(20_000)

export const makeFolders = operation({
  name: 'documents.makeFolders',
  method: 'POST',
  path: '/room/api/file/folders',
  summary:
    'Creates folders by their paths below a folder, with the folders above them. Existing folders do not change, so the call can be repeated. Paths that cannot be created are listed beside the others.',
  ...writing,
  body: z.strictObject({
    parent: parentId,
    paths: z.array(relativePath).min(1).max(LIMITS.foldersPerCall),
    id,
    roomId: id,
    staged,
  }),
  identity,
  answer: {
    kind: 'json',
    payload: z.array(z.object({ id, path: z.string() })),
    beside: z.object({ rejected: z.array(rejection) }),
  },
})

export const conflicts = operation({
  name: 'documents.conflicts',
  method: 'POST',
  path: '/room/api/file/conflicts',
  summary:
    'Returns the given paths below a folder at which a file exists, so that clients can ask before uploading.',
  ...writing,
  body: z.strictObject({
    parent: parentId,
    paths: z.array(relativePath).min(1).max(LIMITS.pathsPerCall),
    roomId: id,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        path: z.string(),
        id,
        name: z.string(),
        size: z.int().nonnegative(),
        uploadedAt: instant,
      }),
    ),
  },
})
