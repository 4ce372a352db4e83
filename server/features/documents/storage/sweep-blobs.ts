import { z } from 'zod'
import type { BlobEntry } from '../../../platform/blob/blob-store.ts'
import { isBackupRunning } from '../../../platform/db/backup-lock.ts'
import { every, handle, jobType } from '../../../platform/jobs/job.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findHeldBlobs } from '../documents.read.ts'
import { removeFreedBlobs } from '../trash/purge-trash.ts'

const BATCH = 1_000

/** Younger blobs may belong to an upload, which can wait 8 hours (LIMITS.raisedMs). */
export const SPARED_MS = 24 * 3_600_000

/** Exceeding both indicates a restored older database. */
const MANY = { number: 100, share: 0.1 }

type SweepParts = Pick<DocumentParts, 'database' | 'blobs' | 'clock' | 'blobReferences'>

/**
 * Too few references indicate another database, so nothing is removed.
 * @param sparedMs keeps younger blobs; 0 requires exclusive use of the data
 */
export async function sweepBlobs(
  { database, blobs, clock, blobReferences }: SweepParts,
  log: Log,
  sparedMs: number,
): Promise<void> {
  await removeFreedBlobs({ database, blobs })
  const before = clock.now().getTime() - sparedMs
  const orphans: string[] = []
  let held = 0
  let batch: BlobEntry[] = []
  const sortBatch = async (): Promise<void> => {
    if (batch.length === 0) return
    const ids = batch.map(({ id }) => id)
    const found = new Set(await findHeldBlobs(database.db, ids))
    for (const findHeld of blobReferences)
      for (const id of await findHeld(database.db, ids)) found.add(id)
    held += found.size
    orphans.push(
      ...batch
        .filter(({ id, storedAt }) => !found.has(id) && storedAt.getTime() <= before)
        .map(({ id }) => id),
    )
    batch = []
  }
  for await (const blob of blobs.list()) {
    batch.push(blob)
    if (batch.length >= BATCH) await sortBatch()
  }
  await sortBatch()

  // A running backup may still copy freed blobs.
  if (orphans.length === 0 || (await isBackupRunning(database.db))) return
  const many = orphans.length > MANY.number && orphans.length > (held + orphans.length) * MANY.share
  if (held === 0 || many) {
    log.error(
      { unknown: orphans.length, known: held },
      'many stored documents are unknown to the database; they are left alone',
    )
    return
  }
  for (const id of orphans) await blobs.remove(id)
  log.info({ removed: orphans.length }, 'removed blobs that belong to no document')
}

const sweep = jobType('documents.sweep', z.object({}), { maxAttempts: 1 })

export function sweepJobs(parts: SweepParts, log: Log) {
  return {
    handlers: [handle(sweep, () => sweepBlobs(parts, log, SPARED_MS))],
    recurring: [every(sweep, '17 * * * *')],
  }
}
