import { z } from 'zod'
import { every, handle, jobType } from '../../../platform/jobs/job.ts'
import type { Log } from '../../../platform/log/log.ts'
import { machine } from '../../audit/index.ts'
import { giveBackStorage, lockTree } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { removeFreedBlobs } from '../trash/purge-trash.ts'
import { deleteVersions, findReplacedVersion, findReplacedVersions } from '../trash/trash.store.ts'
import { backupsUntil } from './backups-until.ts'

const BATCH = 500
const DAY_MS = 86_400_000

type ExpiryParts = Pick<
  DocumentParts,
  'database' | 'blobs' | 'activity' | 'clock' | 'events' | 'backupDays' | 'versionDays'
>

const expireVersions = jobType('documents.expire-versions', z.object({}), {
  maxAttempts: 5,
  priority: 10,
})

async function expire(parts: ExpiryParts, log: Log, signal: AbortSignal): Promise<void> {
  const { database, clock, versionDays } = parts
  if (versionDays === undefined) return
  const replacedBefore = new Date(clock.now().getTime() - versionDays * DAY_MS)
  let destroyed = 0
  for (;;) {
    signal.throwIfAborted()
    const version = await findReplacedVersion(database.db, replacedBefore)
    if (!version) break
    destroyed += await expireBatch(parts, version.roomId, replacedBefore)
  }
  await removeFreedBlobs(parts)
  if (destroyed > 0) log.info({ destroyed }, 'destroyed replaced versions')
}

async function expireBatch(
  { database, activity, events, clock, backupDays }: ExpiryParts,
  roomId: number,
  replacedBefore: Date,
): Promise<number> {
  return database.transaction(async (tx) => {
    await lockTree(tx, roomId)
    const versions = await findReplacedVersions(tx, roomId, replacedBefore, BATCH)
    const { bytes, shared, contentUids } = await deleteVersions(
      tx,
      versions.map(({ id }) => id),
    )
    await events.destroyed(tx, contentUids)
    await giveBackStorage(tx, roomId, bytes)
    const until = await backupsUntil(tx, roomId, clock.now(), backupDays)
    for (const { id, item_id: itemId, name, number, size } of versions) {
      const details = { itemId, name, number, size, shared: shared.has(id), backupsUntil: until }
      await activity.record(tx, machine(roomId), 'document.version-destroyed', details)
    }
    return versions.length
  })
}

export function versionJobs(parts: ExpiryParts, log: Log) {
  return {
    handlers: [handle(expireVersions, (_, { signal }) => expire(parts, log, signal))],
    recurring: [every(expireVersions, '17 3 * * *')],
  }
}
