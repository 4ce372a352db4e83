import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { instant, queryId } from '../core/schemas.ts'

/**
 * Resumable uploads by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload) with its extensions creation, termination and
 * expiration. What arrives becomes a document when its last bytes do; until then `Upload-Offset` never reaches `Upload-Length`.
 */
export const TUS_VERSION = '1.0.0'
const path = '/room/api/file/tus'
const always = { 'Tus-Resumable': TUS_VERSION, 'Tus-Version': TUS_VERSION }

/** Another version is answered with TUS_VERSION, so its shape is not looked at here. */
const tus = { 'tus-resumable': z.string().max(100).optional() }

const byteCount = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform(Number)

/** What `Upload-Metadata` may carry, each value in Base64. */
export const uploadMetadata = z.strictObject({
  name: z.string().min(1).max(4_000),
  /** Folder that takes it; 0 is the root. */
  parent: queryId,
  /** Folders between `parent` and the file, joined by `/`, with or without the file's name behind them; those that are missing are made. */
  relativePath: z.string().max(20_000).optional(),
  /** As in the fields of `documents.upload`. */
  conflict: z.enum(['keep', 'replace']).optional(),
  /** Of the file on the sender's disk. */
  modifiedAt: instant.optional(),
})
export type UploadMetadata = z.output<typeof uploadMetadata>

const params = z.strictObject({ upload: z.string().regex(/^[\w-]{1,100}$/) })

/** How far an upload is. The item and its name, percent-encoded, are there once it is one. */
const progress = {
  'Upload-Offset': z.string(),
  'Upload-Expires': z.string().optional(),
  'Sealroom-Item': z.string().optional(),
  'Sealroom-Name': z.string().optional(),
}

export const capabilities = operation({
  name: 'uploads.capabilities',
  method: 'OPTIONS',
  path,
  summary: 'What of tus is spoken here.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  always,
  answer: { kind: 'headers', status: 204, headers: z.object({ 'Tus-Extension': z.string(), 'Tus-Max-Size': z.string() }) },
})

export const create = operation({
  name: 'uploads.create',
  method: 'POST',
  path,
  summary:
    'Begins an upload of one file. Name, folder, size and space are checked at once; `Location` is the address of the upload, which is this member’s own.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  always,
  headers: z.object({ ...tus, 'upload-length': byteCount, 'upload-metadata': z.string().max(64_000) }),
  answer: { kind: 'headers', status: 201, headers: z.object({ Location: z.string(), 'Upload-Expires': z.string() }) },
})

export const state = operation({
  name: 'uploads.state',
  method: 'HEAD',
  path: `${path}/:upload`,
  summary: 'Says how many bytes of an upload are kept, and which item it became if it has.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  always,
  params,
  headers: z.object(tus),
  answer: { kind: 'headers', status: 200, headers: z.object({ ...progress, 'Upload-Length': z.string() }) },
})

export const append = operation({
  name: 'uploads.append',
  method: 'PATCH',
  path: `${path}/:upload`,
  summary: `Adds bytes at the offset; what arrived is kept where the connection breaks. A piece that does not reach the end has at least ${LIMITS.uploadPieceBytes} bytes. The last one makes the document, or is refused with what is wrong with it, as an upload at once is.`,
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  always,
  params,
  bytes: true,
  headers: z.object({ ...tus, 'upload-offset': byteCount }),
  answer: { kind: 'headers', status: 204, headers: z.object(progress) },
})

export const terminate = operation({
  name: 'uploads.terminate',
  method: 'DELETE',
  path: `${path}/:upload`,
  summary: 'Gives an upload up and removes what has arrived. A document that it became stays.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  always,
  params,
  headers: z.object(tus),
  answer: { kind: 'headers', status: 204, headers: z.object({}) },
})
