import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../platform/clock/clock.ts'
import { takeBackupLock } from '../platform/db/backup-lock.ts'
import type { Database } from '../platform/db/connect.ts'
import { findInstallation } from '../platform/db/installation.store.ts'
import { isErrno } from '../platform/encryption/durable-files.ts'
import { BackupError } from './backup-error.ts'
import { backupsBelow, realPlace, removeBackup, removeLeftovers } from './backup-places.ts'
import { type BackupRow, findBackups, markRemoved } from './backups.store.ts'
import { openCopyClient } from './snapshot.store.ts'

const DAY_MS = 86_400_000

export interface PruneRequest {
  readonly out: string
  readonly backupDays: number
  readonly keyBackupDays: number
}

export interface Pruned {
  readonly removed: readonly string[]
  readonly keysRemoved: readonly string[]
  /** The disk may be unmounted. */
  readonly unreachable: readonly string[]
}

export type ListedBackup = BackupRow

export const listBackups = ({
  database,
}: {
  readonly database: Database
}): Promise<ListedBackup[]> => findBackups(database.db)

/** Includes all key copies. @throws BackupError */
export async function prune(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { out, backupDays, keyBackupDays }: PruneRequest,
): Promise<Pruned> {
  const home = await realPlace(out)
  if (!(await isFolder(home)))
    throw new BackupError(`--out ${home} is not a folder. Nothing was removed.`)
  const { id: installationId } = await findInstallation(database.db)
  const { client } = await openCopyClient(database.options)
  try {
    if (!(await takeBackupLock(client)))
      throw new BackupError('A backup of this installation is running. Nothing was removed.')
    const now = clock.now()
    const isPast = (at: Date, days: number): boolean =>
      at.getTime() + days * DAY_MS <= now.getTime()
    await removeLeftovers(home, installationId)
    const done: { removed: string[]; keysRemoved: string[]; unreachable: string[] } = {
      removed: [],
      keysRemoved: [],
      unreachable: [],
    }
    // After a restore, the database lacks some backups.
    for (const { name, at } of await backupsBelow(home, installationId)) {
      if (!isPast(at, backupDays) || !(await removeBackup(path.join(home, name)))) continue
      done.removed.push(path.join(home, name))
    }
    for (const row of await findBackups(database.db)) {
      if (
        row.removed_at === null &&
        path.dirname(row.place) === home &&
        !(await isFolder(row.place))
      )
        await markRemoved(database.db, row.id, 'backup', now)
      if (
        row.keys_place === null ||
        row.keys_removed_at !== null ||
        !isPast(row.snapshot_at, keyBackupDays)
      )
        continue
      if (!(await isFolder(path.dirname(row.keys_place)))) {
        done.unreachable.push(row.keys_place)
        continue
      }
      await removeLeftovers(path.dirname(row.keys_place), installationId)
      if (await removeBackup(row.keys_place)) done.keysRemoved.push(row.keys_place)
      await markRemoved(database.db, row.id, 'keys', now)
    }
    return done
  } finally {
    await client.end()
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory()
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}
