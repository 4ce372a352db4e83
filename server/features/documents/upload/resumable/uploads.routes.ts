import { BASE_PATH } from '../../../../../contract/core/base-path.ts'
import { LIMITS, ROLE } from '../../../../../contract/core/limits.ts'
import * as contract from '../../../../../contract/features/uploads.ts'
import type { Actor } from '../../../../access/actor.ts'
import type { Handlers } from '../../../../platform/http/mount.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { appendUpload } from './append-upload.ts'
import { beginUpload } from './begin-upload.ts'
import { endUpload } from './end-upload.ts'
import { listUploads } from './list-uploads.ts'
import { findUpload, type UploadRow } from './uploads.read.ts'

export const uploadOperations = [
  contract.unfinished,
  contract.capabilities,
  contract.create,
  contract.state,
  contract.append,
  contract.terminate,
] as const

export function uploadHandlers(parts: DocumentParts): Handlers<typeof uploadOperations, Actor> {
  const expiry = (since: Date): string =>
    new Date(since.getTime() + LIMITS.uploadRestMs).toUTCString()
  /** Ids of staged items would reveal their number. */
  const progress = (
    { roleId }: Actor,
    { received, used_at, item_id, stored_name }: UploadRow,
    now = used_at,
  ) => ({
    'Upload-Offset': String(received),
    ...(item_id === null
      ? { 'Upload-Expires': expiry(now) }
      : {
          ...(roleId === ROLE.operator ? { 'Sealroom-Item': String(item_id) } : {}),
          'Sealroom-Name': encodeURIComponent(stored_name ?? ''),
        }),
  })
  return {
    'documents.unfinished': ({ actor, query }) => listUploads(parts, actor, query),
    'uploads.capabilities': async () => ({
      'Tus-Extension': 'creation,expiration,termination',
      'Tus-Max-Size': String(LIMITS.uploadBytes),
    }),
    'uploads.create': async ({ actor, headers, language }) => {
      requireVersion(headers)
      const wanted = {
        size: headers['upload-length'],
        metadata: headers['upload-metadata'],
        language,
      }
      const { id, created_at } = await beginUpload(parts, actor, wanted)
      return {
        Location: `${BASE_PATH}${contract.create.path}/${id}`,
        'Upload-Expires': expiry(created_at),
      }
    },
    'uploads.state': async ({ actor, headers, params }) => {
      requireVersion(headers)
      const upload = await findUpload(parts.database.db, actor, params.upload)
      if (!upload) throw new Refusal('NOT_FOUND')
      return { ...progress(actor, upload), 'Upload-Length': String(upload.size) }
    },
    'uploads.append': async ({ actor, headers, params, request, language, signal }) => {
      requireVersion(headers)
      const piece = {
        uploadId: params.upload,
        offset: headers['upload-offset'],
        body: request.raw,
        language,
        signal,
      }
      return progress(actor, await appendUpload(parts, actor, piece), parts.clock.now())
    },
    'uploads.terminate': async ({ actor, headers, params }) => {
      requireVersion(headers)
      await endUpload(parts, actor, params.upload)
      return {}
    },
  }
}

function requireVersion(headers: { readonly 'tus-resumable'?: string | undefined }): void {
  if (headers['tus-resumable'] !== contract.TUS_VERSION) throw new Refusal('TUS_VERSION')
}
