import { z } from 'zod'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../../../platform/jobs/job.ts'
import type { Log } from '../../../../platform/log/log.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { removeFreedBlobs } from '../../trash/purge-trash.ts'
import { findResting } from './uploads.read.ts'
import { deleteUploads } from './uploads.store.ts'

const BATCH = 100

type ExpireParts = Pick<DocumentParts, 'database' | 'blobs' | 'clock'>

const expire = jobType('documents.expireUploads', z.object({}), { maxAttempts: 1 })

async function expireUploads(
  { database, blobs, clock }: ExpireParts,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const restingSince = new Date(clock.now().getTime() - LIMITS.uploadRestMs)
  let removed = 0
  for (
    let ids = await findResting(database.db, restingSince, BATCH);
    ids.length > 0;
    ids = await findResting(database.db, restingSince, BATCH)
  ) {
    signal.throwIfAborted()
    const batch = ids
    removed += await database.transaction((tx) => deleteUploads(tx, batch, { restingSince }))
  }
  await removeFreedBlobs({ database, blobs })
  if (removed > 0) log.info({ removed }, 'removed uploads that were not resumed')
}

export function expireJobs(parts: ExpireParts, log: Log) {
  return {
    handlers: [handle(expire, (_, { signal }) => expireUploads(parts, log, signal))],
    recurring: [every(expire, '29 * * * *')],
  }
}
