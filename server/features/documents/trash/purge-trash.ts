import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { isBackupRunning } from '../../../platform/db/backup-lock.ts'
import { every, handle, jobType } from '../../../platform/jobs/job.ts'
import type { Log } from '../../../platform/log/log.ts'
import { machine } from '../../audit/index.ts'
import { giveBackStorage, lockTree } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { removeOldActs } from '../numbering/former-numbers.store.ts'
import { NUMBERS_KEPT_MS } from '../numbering/kept-for.ts'
import { backupsUntil } from '../versions/backups-until.ts'
import {
  deleteFreedBlobs,
  deleteItems,
  doomDueItems,
  findDoomedItem,
  findFreedAmong,
  findFreedBlobs,
  findItemsOfEntry,
} from './trash.store.ts'

const BATCH = 500

type PurgeParts = Pick<
  DocumentParts,
  'database' | 'blobs' | 'activity' | 'clock' | 'events' | 'backupDays'
>

export const purge = jobType('documents.purge', z.object({}), { maxAttempts: 5, priority: 10 })

/** Destroys logged batches with keys, then freed blobs. The next run resumes. */
async function purgeTrash(parts: PurgeParts, log: Log, signal: AbortSignal): Promise<void> {
  const { db } = parts.database
  const now = parts.clock.now()
  await doomDueItems(db, new Date(now.getTime() - LIMITS.trashMs), now)
  let destroyed = 0
  for (let entry = await findDoomedItem(db); entry; entry = await findDoomedItem(db)) {
    signal.throwIfAborted()
    destroyed += await destroyBatch(parts, entry)
  }
  await removeFreedBlobs(parts)
  await removeOldActs(db, new Date(now.getTime() - NUMBERS_KEPT_MS))
  if (destroyed > 0) log.info({ destroyed }, 'destroyed items of the trash')
}

async function destroyBatch(
  { database, activity, events, clock, backupDays }: PurgeParts,
  { id, roomId }: { id: number; roomId: number },
): Promise<number> {
  return database.transaction(async (tx) => {
    await lockTree(tx, roomId)
    const items = await findItemsOfEntry(tx, id, BATCH)
    if (items.length === 0) return 0
    const { bytes, shared, contentUids } = await deleteItems(
      tx,
      items.map((item) => item.id),
    )
    await events.destroyed(tx, contentUids)
    await giveBackStorage(tx, roomId, bytes)
    const until = await backupsUntil(tx, roomId, clock.now(), backupDays)
    for (const item of items) {
      const details = {
        itemId: item.id,
        name: item.name,
        size: item.size,
        shared: shared.has(item.id),
        backupsUntil: until,
      }
      await activity.record(tx, machine(roomId), 'document.destroyed', details)
    }
    return items.length
  })
}

/** During a backup, removes only blobs of destroyed rooms. */
export async function removeFreedBlobs({
  database,
  blobs,
}: Pick<PurgeParts, 'database' | 'blobs'>): Promise<void> {
  let of: 'all' | 'destroyed' = 'all'
  for (;;) {
    const freed = await findFreedBlobs(database.db, of, BATCH)
    if (freed.length === 0) return
    if (of === 'all' && (await isBackupRunning(database.db))) {
      of = 'destroyed'
      continue
    }
    await Promise.all(freed.map((blobId) => blobs.remove(blobId)))
    await deleteFreedBlobs(database.db, freed)
  }
}

/** Follows a commit, so errors are left to a later run, as are other blobs. */
export async function tryToRemoveFreedBlobs(
  { database: { db }, blobs }: Pick<PurgeParts, 'database' | 'blobs'>,
  segments: readonly { readonly blobId: string }[],
): Promise<void> {
  const remove = async (): Promise<void> => {
    const ids = segments.map(({ blobId }) => blobId)
    const freed = await findFreedAmong(db, ids)
    if (freed.length === 0 || (await isBackupRunning(db))) return
    await Promise.all(freed.map((blobId) => blobs.remove(blobId)))
    await deleteFreedBlobs(db, freed)
  }
  await remove().catch(() => undefined)
}

export function trashJobs(parts: PurgeParts, log: Log) {
  return {
    handlers: [handle(purge, (_, { signal }) => purgeTrash(parts, log, signal))],
    recurring: [every(purge, '41 * * * *')],
  }
}
