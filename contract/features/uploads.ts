import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { instant, parentId, pathId, queryId, queryPaging } from '../core/schemas.ts'
import { threadId } from './threads/threads.ts'

/**
 * The operations implement tus 1.0.0 (https://tus.io/protocols/resumable-upload) with creation, termination and expiration. The last
 * byte creates the document; until then `Upload-Offset` stays below `Upload-Length`. In drop folders, `relativePath`, `conflict`,
 * `threadId` and `staged` are refused, and the file is staged under the sent name.
 */
export const TUS_VERSION = '1.0.0'
const path = '/room/api/file/tus'
const always = { 'Tus-Resumable': TUS_VERSION, 'Tus-Version': TUS_VERSION }

/** The server answers other versions with TUS_VERSION. */
const tus = { 'tus-resumable': z.string().max(100).optional() }

const byteCount = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform(Number)

/** The values are in base64. */
export const uploadMetadata = z.strictObject({
  name: z.string().min(1).max(4_000),
  parent: queryId,
  /** The path below `parent` is joined by `/`, with or without the file name. Missing folders are created. */
  relativePath: z.string().max(20_000).optional(),
  /** `documents.upload` defines this. */
  conflict: z.enum(['keep', 'replace']).optional(),
  /** The time comes from the sender's disk. */
  modifiedAt: instant.optional(),
  threadId: threadId.optional(),
  /** `documents.upload` defines this. */
  staged: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
})
export type UploadMetadata = z.output<typeof uploadMetadata>

const params = z.strictObject({ upload: z.string().regex(/^[\w-]{1,100}$/) })

/** A finished upload adds item and percent-encoded name. */
const progress = {
  'Upload-Offset': z.string(),
  'Upload-Expires': z.string().optional(),
  'Sealroom-Item': z.string().optional(),
  'Sealroom-Name': z.string().optional(),
}

const uploading = {
  credential: 'session',
  delivers: 'none',
  permission: 'documents.upload',
  always,
} as const

export const capabilities = operation({
  name: 'uploads.capabilities',
  method: 'OPTIONS',
  path,
  summary: 'Returns what the server supports of tus.',
  ...uploading,
  answer: {
    kind: 'headers',
    status: 204,
    headers: z.object({ 'Tus-Extension': z.string(), 'Tus-Max-Size': z.string() }),
  },
})

export const create = operation({
  name: 'uploads.create',
  method: 'POST',
  path,
  summary:
    'Starts an upload of one file. Name, folder, size and space are checked at once. `Location` is the address of the upload, which is this member’s own.',
  ...uploading,
  headers: z.object({
    ...tus,
    'upload-length': byteCount,
    'upload-metadata': z.string().max(64_000),
  }),
  answer: {
    kind: 'headers',
    status: 201,
    headers: z.object({ Location: z.string(), 'Upload-Expires': z.string() }),
  },
})

export const state = operation({
  name: 'uploads.state',
  method: 'HEAD',
  path: `${path}/:upload`,
  summary: 'Returns how many bytes of an upload are kept, and the item that it became, if any.',
  ...uploading,
  params,
  headers: z.object(tus),
  answer: {
    kind: 'headers',
    status: 200,
    headers: z.object({ ...progress, 'Upload-Length': z.string() }),
  },
})

export const append = operation({
  name: 'uploads.append',
  method: 'PATCH',
  path: `${path}/:upload`,
  summary: `Adds bytes at the offset. Received bytes are kept if the connection breaks. A piece that does not reach the end has at least ${LIMITS.uploadPieceBytes} bytes. The last piece creates the document, or is refused with the reason, as a direct upload is.`,
  ...uploading,
  params,
  bytes: true,
  headers: z.object({ ...tus, 'upload-offset': byteCount }),
  answer: { kind: 'headers', status: 204, headers: z.object(progress) },
})

export const terminate = operation({
  name: 'uploads.terminate',
  method: 'DELETE',
  path: `${path}/:upload`,
  summary: 'Cancels an upload and deletes received bytes. A document that it became stays.',
  ...uploading,
  params,
  headers: z.object(tus),
  answer: { kind: 'headers', status: 204, headers: z.object({}) },
})

/** `upload` is the last segment of its tus address. */
export const unfinishedUpload = z.object({
  upload: z.string(),
  /** The path is relative to `parent`, joined by `/`. */
  path: z.string(),
  parent: parentId,
  /** The names are joined by `/`; the root is empty. */
  folder: z.string(),
  size: z.int().positive(),
  offset: z.int().nonnegative(),
  modifiedAt: instant.nullable(),
  startedAt: instant,
})

export const unfinished = operation({
  name: 'documents.unfinished',
  method: 'GET',
  path: '/room/api/file/uploads/:roomId',
  summary:
    'Lists the caller’s uploads that can be resumed, last begun first. An upload that rests for a day is removed.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.upload',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(unfinishedUpload), paged: true },
})
