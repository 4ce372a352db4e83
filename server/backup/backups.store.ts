import { sql } from 'kysely'
import type { DestructionFacts } from '../../contract/proof/destruction.ts'
import type { Db, Queryable } from '../platform/db/database.ts'

export interface BackupRow {
  readonly id: string
  readonly place: string
  readonly keys_place: string | null
  readonly snapshot_at: Date
  readonly bytes: number
  readonly removed_at: Date | null
  readonly keys_removed_at: Date | null
}

export async function insertBackup(
  db: Db,
  row: Pick<BackupRow, 'id' | 'place' | 'keys_place' | 'snapshot_at' | 'bytes'>,
): Promise<void> {
  await sql`insert into backups (id, place, keys_place, snapshot_at, bytes)
    values (${row.id}, ${row.place}, ${row.keys_place}, ${row.snapshot_at}, ${row.bytes}) on conflict (id) do nothing`.execute(
    db,
  )
}

export async function findNewestBackup(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date | null
  }>`select max(snapshot_at) as at from backups where removed_at is null`.execute(db)
  return rows[0]?.at ?? undefined
}

export type RemainingBackup = NonNullable<DestructionFacts['remains']['backups']>[number]

export async function findRemainingBackups(db: Queryable, since: Date): Promise<RemainingBackup[]> {
  const { rows } = await sql<
    Pick<BackupRow, 'id' | 'snapshot_at'> & { data: boolean; keys: boolean }
  >`
    select * from (
      select id, snapshot_at, removed_at is null as data, keys_place is not null and keys_removed_at is null as keys from backups
    ) as remaining
    where snapshot_at >= ${since} and (data or keys) order by snapshot_at, id
  `.execute(db)
  return rows.map(({ snapshot_at, ...row }) => ({ ...row, at: snapshot_at.toISOString() }))
}

export async function findBackups(db: Db): Promise<BackupRow[]> {
  return (await sql<BackupRow>`select * from backups order by snapshot_at, id`.execute(db)).rows
}

export async function markRemoved(
  db: Db,
  id: string,
  what: 'backup' | 'keys',
  at: Date,
): Promise<void> {
  if (what === 'backup')
    await sql`update backups set removed_at = ${at} where id = ${id} and removed_at is null`.execute(
      db,
    )
  else
    await sql`update backups set keys_removed_at = ${at} where id = ${id} and keys_removed_at is null`.execute(
      db,
    )
}
