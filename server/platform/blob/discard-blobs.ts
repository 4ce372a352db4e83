import type { BlobId, BlobStore } from './blob-store.ts'

/** Removes unreferenced blobs. Errors are ignored, since the sweep retries. */
export async function discardBlobs(blobs: Pick<BlobStore, 'remove'>, ids: Iterable<BlobId>): Promise<void> {
  for (const id of ids) await blobs.remove(id).catch(() => undefined)
}
