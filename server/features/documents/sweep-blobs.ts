import { z } from 'zod'
import type { BlobEntry } from '../../platform/blob/blob-store.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/log/log.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findHeldBlobs } from './documents.read.ts'
import { removeFreedBlobs } from './purge-trash.ts'

const BATCH = 1_000

/**
 * While servers run, what is younger may belong to an upload that is about to commit: the first file of a request waits sealed for the
 * last one, for as long as the session may upload, which is 8 hours (LIMITS.raisedMs).
 */
const SPARED_MS = 24 * 3_600_000

/** More than both is no trace of a crash, but a database that was restored from before. */
const MANY = { number: 100, share: 0.1 }

type SweepParts = Pick<DocumentParts, 'database' | 'blobs' | 'clock' | 'heldAbove'>

/**
 * Removes blobs that no version holds, nor a feature above: what a crash left between the rename and the commit. Without a row nobody can
 * ask for them, and nobody has their key. Where none or too few of the blobs are held, nothing is removed: then this is the database of other documents, or
 * of an earlier day.
 * @param sparedMs blobs younger than this stay; 0 only where nobody else works on the data.
 */
export async function sweepBlobs({ database, blobs, clock, heldAbove }: SweepParts, log: Log, sparedMs: number): Promise<void> {
  // What was destroyed is known to be nobody's, however much it is.
  await removeFreedBlobs({ database, blobs })
  const before = clock.now().getTime() - sparedMs
  const orphans: string[] = []
  let held = 0
  let batch: BlobEntry[] = []
  const sortBatch = async (): Promise<void> => {
    if (batch.length === 0) return
    const ids = batch.map(({ id }) => id)
    const found = new Set(await findHeldBlobs(database.db, ids))
    for (const findHeld of heldAbove) for (const id of await findHeld(database.db, ids)) found.add(id)
    held += found.size
    orphans.push(...batch.filter(({ id, storedAt }) => !found.has(id) && storedAt.getTime() <= before).map(({ id }) => id))
    batch = []
  }
  for await (const blob of blobs.list()) {
    batch.push(blob)
    if (batch.length >= BATCH) await sortBatch()
  }
  await sortBatch()

  if (orphans.length === 0) return
  const many = orphans.length > MANY.number && orphans.length > (held + orphans.length) * MANY.share
  if (held === 0 || many) {
    log.error({ unknown: orphans.length, known: held }, 'many stored documents are unknown to the database; they are left alone')
    return
  }
  for (const id of orphans) await blobs.remove(id)
  log.info({ removed: orphans.length }, 'removed blobs that belong to no document')
}

const sweep = jobType('documents.sweep', z.object({}), { maxAttempts: 1 })

/** Each hour, for servers that are seldom started anew. */
export function sweepJobs(parts: SweepParts, log: Log) {
  return {
    handlers: [handle(sweep, () => sweepBlobs(parts, log, SPARED_MS))],
    recurring: [every(sweep, '17 * * * *')],
  }
}
