import type { BlobId, BlobStore } from './blob-store.ts'

/** The sweep retries after errors. */
export async function discardBlobs(
  blobs: Pick<BlobStore, 'remove'>,
  ids: Iterable<BlobId>,
): Promise<void> {
  for (const id of ids) await blobs.remove(id).catch(() => undefined)
}
