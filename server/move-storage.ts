import { type MovedBlobs, moveBlobs } from './platform/blob/move-blobs.ts'
import { StorageError } from './platform/blob/s3/storage-error.ts'
import { signsIn } from './platform/config/process-signs.ts'
import { release } from './platform/config/release.ts'
import { findProcesses, noteObjectStorage } from './platform/db/installation.store.ts'
import { PROCESS_GONE_MS } from './platform/db/process-row.ts'
import type { Resources } from './resources.ts'

export interface StorageMove {
  readonly to: 'file' | 's3'
  /** With `file:` as STORAGE_URL, the last documents leave the bucket. */
  readonly isLeaving: boolean
  readonly onProgress?: (done: MovedBlobs) => void
}

/** @throws StorageError without an object storage, or if servers could write. */
export async function moveStorage(
  { database, tiers, dataDir }: Pick<Resources, 'database' | 'tiers' | 'dataDir'>,
  { to, isLeaving, onProgress }: StorageMove,
): Promise<MovedBlobs> {
  if (!tiers)
    throw new StorageError(
      'STORAGE_URL: no object storage is set, so all documents lie on the disk',
    )
  const { disk, remote } = tiers
  const progress = onProgress ? { onProgress } : {}
  if (to === 's3') {
    if (isLeaving)
      throw new StorageError(
        'STORAGE_URL: set it to the bucket, and start the servers with it, before documents go there',
      )
    return moveBlobs({
      from: disk,
      to: remote,
      reread: (id) => remote.forgetCached(id),
      mayRemove: () => remote.requireOwn(),
      ...progress,
    })
  }
  const mayMove = () => refuseOthers(database, { isLeaving, dataDir })
  await mayMove()
  const moved = await moveBlobs({ from: remote, to: disk, mayRemove: mayMove, ...progress })
  if (isLeaving) await noteObjectStorage(database.db, null)
  return moved
}

/** Servers with another data folder would miss what is on this disk. */
async function refuseOthers(
  { db }: Resources['database'],
  { isLeaving, dataDir }: Pick<StorageMove, 'isLeaving'> & Pick<Resources, 'dataDir'>,
): Promise<void> {
  const processes = await findProcesses(db, PROCESS_GONE_MS)
  const here = dataDir === undefined ? [] : await signsIn(dataDir)
  const apart = processes.filter(({ id }) => !here.includes(id))
  if (apart.length > 0) {
    // Earlier releases leave no sign in any data folder.
    const which = apart.some((other) => other.release !== release())
      ? 'of another release, or with another DATA_DIR,'
      : 'with another DATA_DIR'
    throw new StorageError(
      `a server ${which} is running, which would not find documents on the disk of this one; run the command where only servers of this release with this DATA_DIR run, a minute after the others were stopped`,
    )
  }
  if (isLeaving && processes.length > 1)
    throw new StorageError(
      'a server is running that could still write to the object storage; stop all servers first',
    )
}
