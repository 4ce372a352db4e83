import type { Log } from '../../platform/log/log.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findHeldBlobs } from './documents.read.ts'

const BATCH = 1_000
/** What is younger may belong to an upload that another node is about to commit. */
const GRACE_MS = 60 * 60_000

/**
 * Removes blobs that no version holds: what a crash left between the rename and the commit. Without a row nobody can ask for them, and
 * nobody has their key.
 */
export async function sweepBlobs({ database, blobs, clock }: Pick<DocumentParts, 'database' | 'blobs' | 'clock'>, log: Log): Promise<void> {
  const before = clock.now().getTime() - GRACE_MS
  let removed = 0
  let batch: string[] = []
  const sweepBatch = async (): Promise<void> => {
    if (batch.length === 0) return
    const held = await findHeldBlobs(database.db, batch)
    for (const id of batch.filter((candidate) => !held.has(candidate))) {
      await blobs.remove(id)
      removed += 1
    }
    batch = []
  }
  for await (const { id, storedAt } of blobs.list()) {
    if (storedAt.getTime() < before) batch.push(id)
    if (batch.length >= BATCH) await sweepBatch()
  }
  await sweepBatch()
  if (removed > 0) log.info({ removed }, 'removed blobs that belong to no document')
}
