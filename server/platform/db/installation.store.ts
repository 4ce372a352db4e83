import { sql } from 'kysely'
import type { Db } from './database.ts'

export interface Installation {
  readonly id: string
  /** A STORAGE_URL below which documents may lie. */
  readonly objectStorage: string | null
}

export async function findInstallation(db: Db): Promise<Installation> {
  const { rows } = await sql<{ id: string; object_storage: string | null }>`select id, object_storage from installation`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has no row of its installation')
  return { id: row.id, objectStorage: row.object_storage }
}

export async function noteObjectStorage(db: Db, url: string | null): Promise<void> {
  await sql`update installation set object_storage = ${url} where object_storage is distinct from ${url}`.execute(db)
}

/** Servers that have given a sign within a minute. */
export async function countServers(db: Db, goneAfterMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from processes where seen_at > now() - ${goneAfterMs} * interval '1 millisecond'
  `.execute(db)
  return rows[0]?.count ?? 0
}
