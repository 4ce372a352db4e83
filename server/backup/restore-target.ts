import { holdsRemoteBlobs } from '../platform/blob/open-storage.ts'
import type { Settings } from '../platform/config/settings.ts'
import { knownMigrations } from '../platform/db/migrate.ts'
import { namesIfThere } from '../platform/encryption/durable-files.ts'
import { instanceIdIn } from '../platform/encryption/key-folder.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { isEmptyDatabase } from './restore-tables.store.ts'
import { openCopyClient } from './snapshot.store.ts'
import { refuseUnfinishedFolder } from './unfinished-restore.ts'

/** Only reads. @throws BackupError */
export async function checkTarget(
  settings: Settings,
  manifest: Manifest,
  keys: string | undefined,
  migrations: string,
): Promise<void> {
  const { DATA_DIR, KEY_DIR } = settings
  checkMigrations(manifest, migrations)
  await refuseUnfinishedFolder(DATA_DIR)
  if ((await namesIfThere(DATA_DIR)).length > 0)
    throw new BackupError(
      `DATA_DIR ${DATA_DIR} is not empty. Set it to a new folder. Nothing was written.`,
    )
  await checkKeys(KEY_DIR, manifest, keys)
  await checkDatabase(settings)
  if (await holdsRemoteBlobs(settings))
    throw new BackupError(
      'STORAGE_URL: documents lie below this prefix already. Choose an empty one. Nothing was written.',
    )
}

/** The backup's migrations must be this release's first ones. */
function checkMigrations({ migrations, release }: Manifest, folder: string): void {
  const ours = knownMigrations(folder)
  for (const [index, { name, checksum }] of migrations.entries()) {
    const own = ours[index]
    if (!own)
      throw new BackupError(
        `The backup is newer than this program: it has ${name}, made by release ${release}. Restore it with that release or a later one. Nothing was written.`,
      )
    if (own.name !== name || own.checksum !== checksum)
      throw new BackupError(
        `The backup has the migration ${name} where this program has ${own.name}. Restore it with release ${release}. Nothing was written.`,
      )
  }
}

async function checkKeys(
  keyDir: string,
  { instanceId }: Manifest,
  keys: string | undefined,
): Promise<void> {
  const [here, given] = [
    await instanceIdIn(keyDir),
    keys === undefined ? undefined : await instanceIdIn(keys),
  ]
  if (keys !== undefined && given !== instanceId)
    throw new BackupError(
      `--keys ${keys} does not hold the keys of this backup. Name the copy that belongs to it. Nothing was written.`,
    )
  if (here === undefined && (await namesIfThere(keyDir)).length > 0)
    throw new BackupError(
      `KEY_DIR ${keyDir} holds other files. Set it to the key folder or to a new one. Nothing was written.`,
    )
  if (here !== undefined && here !== instanceId)
    throw new BackupError(
      `KEY_DIR ${keyDir} holds the keys of another installation. Set it to the right folder or to a new one. Nothing was written.`,
    )
  if (here === undefined && keys === undefined)
    throw new BackupError(
      `KEY_DIR ${keyDir} holds no keys. Name a copy of the key folder with --keys, without which nothing opens. Nothing was written.`,
    )
}

async function checkDatabase({ DATABASE_URL }: Settings): Promise<void> {
  if (DATABASE_URL === undefined) return
  const { client } = await openCopyClient({ connectionString: DATABASE_URL }).catch(
    (error: unknown) => {
      throw new BackupError(
        `DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`,
      )
    },
  )
  try {
    if (!(await isEmptyDatabase(client)))
      throw new BackupError(
        'DATABASE_URL: the database has tables already. Create an empty one. Nothing was written.',
      )
  } finally {
    await client.end()
  }
}
