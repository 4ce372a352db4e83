import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { Log } from '../log/log.ts'

/** No other advisory lock may use this key. */
const MIGRATION_LOCK = 7_301_146_392
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

/**
 * Each `NNNN_name.sql` has its own transaction.
 * @param most limits their number, for an older backup.
 * @throws Error if a file fails (without effect), is missing, precedes an applied one or has changed.
 * @throws NewerDatabaseError
 */
export async function migrate(
  pool: Pool,
  folder: string,
  log: Log,
  most?: number,
): Promise<string[]> {
  const migrations = readMigrations(folder).slice(0, most)
  const client = await pool.connect()
  try {
    // Index builds may take long.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyPending(client, migrations, log)
  } finally {
    // Closing releases the lock and the setting.
    client.release(true)
  }
}

export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** Changes nothing. @throws Error as `migrate` does, including NewerDatabaseError */
export async function findPending(pool: Pool, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  const { rows: tables } = await pool.query(
    `select from pg_tables where tablename = 'schema_migrations' and schemaname = current_schema()`,
  )
  const applied = tables.length === 0 ? [] : await findApplied(pool)
  checkHistory(applied, migrations)
  return migrations.slice(applied.length).map(({ name }) => name)
}

async function findApplied(client: Pick<Pool | PoolClient, 'query'>): Promise<AppliedMigration[]> {
  return (
    await client.query<AppliedMigration>(
      'select version, name, checksum from schema_migrations order by version',
    )
  ).rows
}

async function applyPending(
  client: PoolClient,
  migrations: readonly Migration[],
  log: Log,
): Promise<string[]> {
  await client.query(
    `create table if not exists schema_migrations (
       version integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  )
  const applied = await findApplied(client)
  checkHistory(applied, migrations)
  const pending = migrations.slice(applied.length)
  for (const migration of pending) {
    await apply(client, migration)
    log.debug({ migration: migration.name }, 'migration applied')
  }
  return pending.map(({ name }) => name)
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  const { version, name, checksum } = migration
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query(
      'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      [version, name, checksum],
    )
    await client.query('commit')
  } catch (error) {
    // Closing the connection rolls back.
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

function checkHistory(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const newest = migrations.at(-1)?.version ?? 0
  for (const [index, done] of applied.entries()) {
    if (done.version > newest) {
      throw new NewerDatabaseError(
        `The database is newer than this program: it has ${done.name}. Start the release that made it, or a later one.`,
      )
    }
    const file = migrations[index]
    if (file?.version !== done.version) {
      throw new Error(
        `Migrations are out of order: the database has ${done.name} where this program brings ${file?.name ?? 'nothing'}.`,
      )
    }
    if (file.checksum !== done.checksum) {
      throw new Error(
        `Migration ${file.name} was changed after it was applied. Restore the file and write a new migration instead.`,
      )
    }
  }
}

export const knownMigrations = (folder: string): Pick<Migration, 'name' | 'checksum'>[] =>
  readMigrations(folder)

function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readMigration(folder, name))
  for (const [index, { version, name }] of migrations.entries()) {
    if (migrations[index + 1]?.version === version)
      throw new Error(`Two migrations have the number of ${name}.`)
  }
  return migrations
}

function readMigration(folder: string, name: string): Migration {
  const version = Number(FILE_NAME.exec(name)?.[1])
  if (Number.isNaN(version))
    throw new Error(`${name} is not named as a migration: 0001_lower_case.sql.`)
  const sql = readFileSync(join(folder, name), 'utf8')
  return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}
