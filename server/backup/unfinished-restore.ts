import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import {
  ensureDirectory,
  isErrno,
  syncDirectory,
  writeNewFile,
} from '../platform/encryption/durable-files.ts'
import { BackupError } from './backup-error.ts'

const MARKER = 'restore-unfinished'
/** The table warns servers with another DATA_DIR. */
const TABLE = 'restore_unfinished'

/** The mark is durable before any other write. */
export async function markDataFolder(dataDir: string): Promise<void> {
  await ensureDirectory(dataDir)
  await writeNewFile(path.join(dataDir, MARKER), Buffer.alloc(0))
  await syncDirectory(dataDir)
}

export async function unmarkDataFolder(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, MARKER), { force: true })
  await syncDirectory(dataDir)
}

export const markDatabase = async (pool: Pool): Promise<void> =>
  void (await pool.query(`create table ${TABLE} ()`))
export const unmarkDatabase = async (pool: Pool): Promise<void> =>
  void (await pool.query(`drop table ${TABLE}`))

/** @throws BackupError */
export async function refuseUnfinishedFolder(dataDir: string): Promise<void> {
  try {
    await stat(path.join(dataDir, MARKER))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return
    throw error
  }
  throw new BackupError(
    `A restore into ${dataDir} was not finished. Remove that folder, empty the database of DATABASE_URL and the prefix of STORAGE_URL where these are set, and run npm run room -- restore again. KEY_DIR can stay.`,
  )
}

/** @throws BackupError */
export async function refuseUnfinishedDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [TABLE],
  )
  if (rows[0]?.found !== true) return
  throw new BackupError(
    'A restore into this database was not finished. Create the database again, remove DATA_DIR, empty the prefix of STORAGE_URL where it is set, and run npm run room -- restore again.',
  )
}
