import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { connectDatabase } from '../../platform/db/connect.ts'
import { findBinaryPackage } from '../../platform/db/embedded/binaries.ts'
import { startEmbedded } from '../../platform/db/embedded/start-embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { isErrno } from '../../platform/encryption/durable-files.ts'
import { migrateJobs } from '../../platform/jobs/migrate-jobs.ts'
import { createLog } from '../../platform/log/log.ts'
import { measured } from './costs.ts'

const MIGRATIONS = path.join(PROJECT_ROOT, 'server/migrations')
const EMBEDDED = path.join(PROJECT_ROOT, 'server/platform/db/embedded')
const KEPT_IN = path.join(PROJECT_ROOT, '.build/test-databases')

/** Tests survive no power failure. */
export const RELAXED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap(
  (flag) => ['-c', flag],
)

/** A copy costs a tenth of a first start. */
export async function putPreparedDatabase(dataDir: string): Promise<void> {
  const kept = path.join(KEPT_IN, version())
  if (!existsSync(kept)) await measured('initdb', () => keepPrepared(kept))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // `cp -a` keeps the owner.
  await promisify(execFile)('cp', ['-a', path.join(kept, 'db'), path.join(dataDir, 'db')])
}

/** Concurrent test runs may build it too. */
async function keepPrepared(kept: string): Promise<void> {
  await mkdir(KEPT_IN, { recursive: true })
  const old = readdirSync(KEPT_IN).filter((name) => !name.startsWith('making-'))
  const making = await mkdtemp(path.join(KEPT_IN, 'making-'))
  try {
    await makePrepared(making)
    await rename(making, kept)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    if (!isErrno(error, 'ENOTEMPTY') && !isErrno(error, 'EEXIST')) throw error
  }
  for (const name of old) await rm(path.join(KEPT_IN, name), { recursive: true, force: true })
}

async function makePrepared(dataDir: string): Promise<void> {
  const log = createLog({ level: 'error' })
  const embedded = await startEmbedded({ dataDir, log, extraFlags: RELAXED })
  try {
    const database = await connectDatabase(embedded.connection, { log })
    try {
      await migrate(database.pool, MIGRATIONS, log)
      await migrateJobs(database.pool, log)
    } finally {
      await database.close()
    }
  } finally {
    await embedded.stop()
  }
}

function version(): string {
  const hash = createHash('sha256')
  const { resolve } = createRequire(import.meta.url)
  const packages = [
    path.join(findBinaryPackage(), 'package.json'),
    path.join(path.dirname(resolve('graphile-worker')), '../package.json'),
  ]
  const made = [EMBEDDED, MIGRATIONS].flatMap((folder) =>
    readdirSync(folder).map((name) => path.join(folder, name)),
  )
  for (const file of [...packages, ...made.sort()]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
