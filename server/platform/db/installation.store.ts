import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db, Queryable } from './database.ts'

export interface Installation {
  readonly id: string
  readonly objectStorage: string | null
}

export async function findInstallation(db: Db): Promise<Installation> {
  const { rows } = await sql<{
    id: string
    object_storage: string | null
  }>`select id, object_storage from installation`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has no row of its installation')
  return { id: row.id, objectStorage: row.object_storage }
}

/** Undefined means an unused database. */
export async function findKeyFolder(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ known: boolean }>(
    `select exists (select from information_schema.columns
      where table_schema = current_schema() and table_name = 'installation' and column_name = 'key_folder') as known`,
  )
  if (rows[0]?.known !== true) return undefined
  const found = await pool.query<{ key_folder: string | null }>(
    'select key_folder from installation',
  )
  return found.rows[0]?.key_folder ?? undefined
}

/** The first server decides. @returns the key folder of this database */
export async function claimKeyFolder(db: Db, keyFolder: string): Promise<string> {
  const { rows } = await sql<{ key_folder: string }>`
    update installation set key_folder = coalesce(key_folder, ${keyFolder}::uuid) returning key_folder
  `.execute(db)
  return rows[0]?.key_folder ?? keyFolder
}

export async function noteObjectStorage(db: Db, url: string | null): Promise<void> {
  await sql`update installation set object_storage = ${url} where object_storage is distinct from ${url}`.execute(
    db,
  )
}

export async function findProcesses(
  db: Queryable,
  goneAfterMs: number,
): Promise<{ readonly id: string; readonly release: string }[]> {
  const { rows } = await sql<{ id: string; release: string }>`
    select id, release from processes where seen_at > now() - ${goneAfterMs} * interval '1 millisecond'
  `.execute(db)
  return rows
}

export async function countServers(db: Queryable, goneAfterMs: number): Promise<number> {
  return (await findProcesses(db, goneAfterMs)).length
}
