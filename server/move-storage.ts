import { type MovedBlobs, moveBlobs } from './platform/blob/move-blobs.ts'
import { StorageError } from './platform/blob/s3/storage-error.ts'
import { countServers, noteObjectStorage } from './platform/db/installation.store.ts'
import { PROCESS_GONE_MS } from './platform/db/process-row.ts'
import type { Resources } from './resources.ts'

export interface StorageMove {
  readonly to: 'file' | 's3'
  /** A setting of STORAGE_URL to `file:`, with which the last documents leave the bucket. */
  readonly isLeaving: boolean
  readonly onProgress?: (done: MovedBlobs) => void
}

/** @throws StorageError where there is no object storage, or a server could still write to it. */
export async function moveStorage(
  { database, tiers }: Pick<Resources, 'database' | 'tiers'>,
  { to, isLeaving, onProgress }: StorageMove,
): Promise<MovedBlobs> {
  if (!tiers) throw new StorageError('STORAGE_URL: no object storage is set, so all documents lie on the disk')
  const { disk, remote } = tiers
  const progress = onProgress ? { onProgress } : {}
  if (to === 's3') {
    if (isLeaving) throw new StorageError('STORAGE_URL: set it to the bucket, and start the servers with it, before documents go there')
    return moveBlobs({ from: disk, to: remote, reread: (id) => remote.forgetCached(id), ...progress })
  }
  if (isLeaving && (await countServers(database.db, PROCESS_GONE_MS)) > 1)
    throw new StorageError('a server is running that could still write to the object storage; stop all servers first')
  const moved = await moveBlobs({ from: remote, to: disk, ...progress })
  if (isLeaving) await noteObjectStorage(database.db, null)
  return moved
}
