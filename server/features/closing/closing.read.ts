import { sql } from 'kysely'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { reachableOperators } from '../members/index.ts'
import type { Seniority } from './closing.rules.ts'
import type { ClosingTables } from './closing.tables.ts'

const tables = (db: Queryable) => db.withTables<ClosingTables>()

export type DestructionRow = NonNullable<Awaited<ReturnType<typeof findDestruction>>>

export async function findDestruction(db: Queryable, roomId: number) {
  return tables(db)
    .selectFrom('destructions')
    .selectAll()
    .where('room_id', '=', roomId)
    .executeTakeFirst()
}

export const findOperators = async (db: Queryable, roomId: number): Promise<Seniority[]> =>
  (await reachableOperators(db, roomId)).flatMap(({ user_id, operator_since: since }) =>
    since
      ? [{ userId: user_id, seniorFrom: new Date(since.getTime() + LIMITS.operatorSeniorityMs) }]
      : [],
  )

const DAY_MS = 86_400_000
export const AHEAD_MS = { week: 7 * DAY_MS, day: DAY_MS } as const

export async function findClosing(db: Queryable, now: Date): Promise<number[]> {
  const before = (ms: number): Date => new Date(now.getTime() + ms)
  const { rows } = await sql<{ id: number }>`
    select id from rooms
    where closes_at is not null and phase in ('open', 'frozen') and (
      closes_at <= ${now}
      or (day_told_at is null and closes_at <= ${before(AHEAD_MS.day)})
      or (day_told_at is null and week_told_at is null and closes_at <= ${before(AHEAD_MS.week)}))
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function findDueDestructions(db: Queryable, now: Date): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('rooms')
    .select('id')
    .where('destroys_at', '<=', now)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findUnfinished(db: Queryable): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('destructions')
    .select('room_id')
    .where('state', 'not in', ['asked', 'certified'])
    .orderBy('room_id')
    .execute()
  return rows.map(({ room_id }) => room_id)
}

export async function findLiving(db: Queryable): Promise<{ id: number; vault: string }[]> {
  return tables(db)
    .selectFrom('rooms')
    .select(['id', 'vault'])
    .where('phase', 'in', ['open', 'frozen', 'closed'])
    .orderBy('id')
    .execute()
}

export async function findDestroyed(db: Queryable): Promise<{ id: number; vault: string }[]> {
  return tables(db)
    .selectFrom('rooms')
    .select(['id', 'vault'])
    .where('phase', '=', 'destroyed')
    .orderBy('id')
    .execute()
}

/** Users are deleted last. @param before latest destruction */
export async function findForgettable(
  db: Queryable,
  before: Date,
): Promise<{ id: number; vault: string }[]> {
  const { rows } = await sql<{ id: number; vault: string }>`
    select id, vault from rooms
    where phase = 'destroyed' and phase_at < ${before} and exists (select 1 from users where users.room_id = rooms.id)
    order by id
  `.execute(db)
  return rows
}

export async function findHoldings(
  db: Queryable,
  roomId: number,
): Promise<{ documents: number; bytes: number }> {
  const { rows } = await sql<{ documents: number; bytes: number }>`
    select (select count(*) from items where room_id = ${roomId} and deleted_at is null and not folder) as documents, storage_used as bytes
    from rooms where id = ${roomId}
  `.execute(db)
  return rows[0] ?? { documents: 0, bytes: 0 }
}

export async function countOthers(
  db: Queryable,
  roomId: number,
): Promise<{ signed: number; messages: number; members: number }> {
  const { rows } = await sql<{ signed: number; messages: number; members: number }>`
    select (select count(*) from templates where room_id = ${roomId}) as signed,
           (select count(*) from messages where room_id = ${roomId}) as messages,
           (select count(*) from members where room_id = ${roomId}) as members
  `.execute(db)
  return rows[0] ?? { signed: 0, messages: 0, members: 0 }
}

export interface VersionDigest {
  readonly id: number
  readonly uid: string
  readonly size: number
  readonly sealed: Buffer
  readonly isCurrent: boolean
}

export async function findVersionDigests(
  db: Queryable,
  roomId: number,
  after: number,
  limit: number,
): Promise<VersionDigest[]> {
  const { rows } = await sql<VersionDigest>`
    select file_versions.id, content_uid as uid, file_versions.size, sealed_digest as sealed,
           items.deleted_at is null and items.version_id = file_versions.id as "isCurrent"
    from file_versions join items on items.id = file_versions.item_id
    where file_versions.room_id = ${roomId} and file_versions.id > ${after}
    order by file_versions.id limit ${limit}
  `.execute(db)
  return rows
}
