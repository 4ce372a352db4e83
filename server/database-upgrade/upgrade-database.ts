import { existsSync } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Pool } from 'pg'
import { openCopyClient } from '../backup/snapshot.store.ts'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import { toClientConfig } from '../platform/db/connection-options.ts'
import { findBinaryPackage, prepareBinaries } from '../platform/db/embedded/binaries.ts'
import { majorOf } from '../platform/db/embedded/cluster.ts'
import { lockDataFolder } from '../platform/db/embedded/data-folder-lock.ts'
import {
  completeUpgrade,
  databaseFolderOf,
  finishUpgrade,
  formerFolderOf,
  upgradedClusterOf,
  upgradeFolderOf,
} from '../platform/db/embedded/finish-upgrade.ts'
import { provision } from '../platform/db/embedded/provision.ts'
import { type EmbeddedDatabase, startCluster } from '../platform/db/embedded/start-embedded.ts'
import { knownMigrations, migrate } from '../platform/db/migrate.ts'
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts'
import type { Log } from '../platform/log/log.ts'
import { type CopyProgress, copyTables, finishCopy, prepareCopy } from './copy-tables.store.ts'
import { findFormerBinaries } from './former-binaries.ts'
import { sizeOfFolder } from './size-of-folder.ts'
import { UpgradeError } from './upgrade-error.ts'

const MIGRATIONS = path.join(PROJECT_ROOT, 'server', 'migrations')
/** Rebuilt indexes and the write-ahead log need space. */
const SPACE_SHARE = 1.5

interface UpgradeRequest {
  readonly dataDir: string
  readonly binaries: string | undefined
  readonly log: Log
  readonly onProgress: (progress: CopyProgress) => void
}

export interface Upgraded {
  readonly from: string
  readonly to: string
  readonly tables: number
  readonly kept: string
}

/**
 * Runs without a server and resumes after interruption; the former database is unchanged.
 * @returns undefined if the version is right.
 * @throws UpgradeError, DataFolderInUseError
 */
export async function upgradeDatabase(request: UpgradeRequest): Promise<Upgraded | undefined> {
  const { dataDir } = request
  const former = databaseFolderOf(dataDir)
  if (!existsSync(former) && !existsSync(upgradeFolderOf(dataDir)))
    throw new UpgradeError(`There is no embedded database in ${dataDir}.`)
  const unlock = lockDataFolder(path.join(dataDir, 'db.lock'))
  try {
    await finishUpgrade(dataDir)
    return await upgrade(request)
  } finally {
    unlock()
  }
}

async function upgrade({
  dataDir,
  binaries: given,
  log,
  onProgress,
}: UpgradeRequest): Promise<Upgraded | undefined> {
  const binaries = prepareBinaries(findBinaryPackage())
  const former = databaseFolderOf(dataDir)
  const [from, to] = [majorOf(former), binaries.major]
  if (from === to) return undefined
  if (Number(from) > Number(to))
    throw new UpgradeError(`The database is of PostgreSQL ${from}, and this release brings ${to}.`)
  const kept = formerFolderOf(dataDir, from)
  if (existsSync(kept)) throw new UpgradeError(`${kept} exists already. Move it away first.`)
  const work = upgradeFolderOf(dataDir)
  await mkdir(work, { recursive: true, mode: 0o755 })
  await requireSpace(dataDir, former)
  const formerBinaries = await findFormerBinaries({
    major: from,
    given,
    scratch: path.join(work, 'programs'),
  })
  const source = await startCluster({
    ...{ databaseFolder: former, runFolder: dataDir, binaries: formerBinaries, log },
    extraFlags: ['-c', 'default_transaction_read_only=on'],
  })
  let tables: number
  try {
    const target = await startCluster({
      databaseFolder: upgradedClusterOf(dataDir),
      runFolder: work,
      binaries,
      log,
    })
    try {
      await provision(target.superuser)
      tables = await copy(source, target, { log, onProgress })
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
  await completeUpgrade(dataDir, from)
  return { from, to, tables, kept }
}

async function requireSpace(dataDir: string, former: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const upgraded = upgradedClusterOf(dataDir)
  const wanted =
    (await sizeOfFolder(former)) * SPACE_SHARE -
    (existsSync(upgraded) ? await sizeOfFolder(upgraded) : 0)
  if (bavail * bsize < wanted)
    throw new UpgradeError(
      `The copy needs ${Math.ceil(wanted / 2 ** 20)} MB of space on the disk of ${dataDir}.`,
    )
}

type Copying = Pick<UpgradeRequest, 'log' | 'onProgress'>

async function copy(
  source: EmbeddedDatabase,
  target: EmbeddedDatabase,
  { log, onProgress }: Copying,
): Promise<number> {
  const former = await openCopyClient(source.connection)
  try {
    const next = await openCopyClient(target.connection)
    try {
      await migrateAsFormer(former.client, target, log)
      await prepareCopy(next.client)
      const tables = await copyTables(former.client, next.client, onProgress)
      await finishCopy(former.client, next.client)
      return tables
    } finally {
      await next.client.end()
    }
  } finally {
    await former.client.end()
  }
}

/** The next start migrates. */
async function migrateAsFormer(
  former: Awaited<ReturnType<typeof openCopyClient>>['client'],
  target: EmbeddedDatabase,
  log: Log,
): Promise<void> {
  const { rows } = await former.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by version',
  )
  const known = knownMigrations(MIGRATIONS)
  if (rows.some(({ name }, index) => known[index]?.name !== name))
    throw new UpgradeError(
      'The database was migrated by a newer release of Sealroom. Upgrade with that one.',
    )
  const pool = new Pool({ ...toClientConfig(target.connection), max: 2 })
  try {
    await migrate(pool, MIGRATIONS, log, rows.length)
    await migrateJobs(pool, log)
  } finally {
    await pool.end()
  }
}

export async function removeFormerDatabases(dataDir: string): Promise<string[]> {
  const unlock = lockDataFolder(path.join(dataDir, 'db.lock'))
  try {
    const current = Number(majorOf(databaseFolderOf(dataDir)))
    const folders = Array.from({ length: current }, (_, major) =>
      formerFolderOf(dataDir, String(major)),
    ).filter((folder) => existsSync(folder))
    for (const folder of folders) await rm(folder, { recursive: true })
    return folders
  } finally {
    unlock()
  }
}
