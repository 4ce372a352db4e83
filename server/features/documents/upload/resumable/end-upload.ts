import type { Actor } from '../../../../access/actor.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { tryToRemoveFreedBlobs } from '../../trash/purge-trash.ts'
import { findUpload, findUploadSegments } from './uploads.read.ts'
import { deleteUploads } from './uploads.store.ts'

/** Keeps an upload that became a document. @throws Refusal NOT_FOUND */
export async function endUpload(
  parts: Pick<DocumentParts, 'database' | 'blobs'>,
  actor: Actor,
  uploadId: string,
): Promise<void> {
  const segments = await parts.database.transaction(async (tx) => {
    const upload = await findUpload(tx, actor, uploadId)
    const held = upload && (await findUploadSegments(tx, upload.id))
    if (!held || (await deleteUploads(tx, [upload.id])) === 0) throw new Refusal('NOT_FOUND')
    return held
  })
  await tryToRemoveFreedBlobs(parts, segments)
}
