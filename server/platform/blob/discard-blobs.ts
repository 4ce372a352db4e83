import type { BlobId, BlobStore } from './blob-store.ts'

/** Removes blobs that no row refers to. No error replaces the first one: the sweep removes what the storage does not let go now. */
export async function discardBlobs(blobs: Pick<BlobStore, 'remove'>, ids: Iterable<BlobId>): Promise<void> {
  for (const id of ids) await blobs.remove(id).catch(() => undefined)
}
