import { open } from 'node:fs/promises'
import path from 'node:path'
import type { BlobStore } from '../platform/blob/blob-store.ts'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { Database } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { syncDirectory, writeNewFile } from '../platform/encryption/durable-files.ts'
import { INSTANCE_FILE } from '../platform/encryption/key-folder.ts'
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts'
import type { Log } from '../platform/log/log.ts'
import { insertBackup } from './backups.store.ts'
import { readBlobList } from './blob-list.ts'
import { findFaults, requireSound } from './check-backup.ts'
import { fileOfBlob } from './copy-blobs.ts'
import { addKeys } from './copy-keys.ts'
import { BLOB_LIST, type Manifest, readManifest } from './manifest.ts'
import { loadTables } from './restore-tables.store.ts'
import { checkTarget } from './restore-target.ts'
import { openCopyClient } from './snapshot.store.ts'
import {
  markDatabase,
  markDataFolder,
  unmarkDatabase,
  unmarkDataFolder,
} from './unfinished-restore.ts'

const MIGRATIONS = path.join(PROJECT_ROOT, 'server', 'migrations')
const PIECE_BYTES = 2 ** 20

export interface RestoreRequest {
  readonly from: string
  readonly keys: string | undefined
}

export interface RestoredProgram {
  readonly database: Database
  readonly blobs: BlobStore
  settleRestored(at: Date): Promise<readonly string[]>
}

export interface RestoreParts {
  readonly settings: Settings
  readonly log: Log
  /** `prepare` fills the database before its first use. */
  readonly open: (prepare: (database: Database) => Promise<void>) => Promise<RestoredProgram>
}

export interface Restored {
  readonly manifest: Manifest
  readonly withoutKeys: readonly string[]
}

/** Requires empty places. A mark keeps servers from starting with partial data. @throws BackupError */
export async function restore(
  parts: RestoreParts,
  { from, keys }: RestoreRequest,
): Promise<Restored> {
  const { settings, log } = parts
  const folder = path.resolve(from)
  const manifest = await readManifest(folder)
  await checkTarget(settings, manifest, keys, MIGRATIONS)
  requireSound(await findFaults(folder, manifest))

  await markDataFolder(settings.DATA_DIR)
  if (keys !== undefined) await addKeys(path.resolve(keys), settings.KEY_DIR)
  await writeNewFile(
    path.join(settings.DATA_DIR, INSTANCE_FILE),
    Buffer.from(`${manifest.instanceId}\n`),
  )
  await syncDirectory(settings.DATA_DIR)
  const program = await parts.open(async (database) => {
    await markDatabase(database.direct)
    await migrate(database.direct, MIGRATIONS, log, manifest.migrations.length)
    await migrateJobs(database.direct, log)
    const { client } = await openCopyClient(database.options)
    try {
      await loadTables(client, folder, manifest)
    } finally {
      await client.end()
    }
  })
  const { database, blobs } = program
  await putBlobs(folder, blobs)
  const snapshotAt = new Date(manifest.snapshotAt)
  const withoutKeys = await program.settleRestored(snapshotAt)
  const bytes = manifest.blobs.bytes + manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
  await insertBackup(database.db, {
    id: manifest.name,
    place: folder,
    keys_place: keys ?? null,
    snapshot_at: snapshotAt,
    bytes,
  })
  await unmarkDatabase(database.direct)
  await unmarkDataFolder(settings.DATA_DIR)
  return { manifest, withoutKeys }
}

async function putBlobs(folder: string, blobs: BlobStore): Promise<void> {
  for await (const blob of readBlobList(path.join(folder, BLOB_LIST))) {
    if (blob.is !== 'copied') continue
    const writer = await blobs.create(blob.id)
    const file = await open(fileOfBlob(folder, blob.id))
    try {
      const piece = Buffer.alloc(PIECE_BYTES)
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES)
        if (bytesRead === 0) break
        await writer.write(piece.subarray(0, bytesRead))
      }
      await writer.commit()
    } finally {
      await file.close()
      await writer.discard()
    }
  }
}
