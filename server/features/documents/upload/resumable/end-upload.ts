import type { Actor } from '../../../../access/actor.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { tryToRemoveFreedBlobs } from '../../trash/purge-trash.ts'
import { findUpload } from './uploads.read.ts'
import { deleteUploads } from './uploads.store.ts'

/** Keeps an upload that became a document. @throws Refusal NOT_FOUND */
export async function endUpload(parts: Pick<DocumentParts, 'database' | 'blobs'>, actor: Actor, uploadId: string): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const upload = await findUpload(tx, actor, uploadId)
    if (!upload || (await deleteUploads(tx, [upload.id])) === 0) throw new Refusal('NOT_FOUND')
  })
  await tryToRemoveFreedBlobs(parts)
}
