import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { ConsoleTables } from './console.tables.ts'

export interface Done {
  readonly by: { readonly name: string; readonly email: string; readonly address: string }
  readonly kind: string
  readonly roomId?: number
  /** This names no room content. */
  readonly about?: string
  readonly at: Date
}

/** Commits with its action. @returns the id of the entry */
export async function noteDone(
  tx: Tx,
  { by: { name, email, address }, kind, roomId, about, at }: Done,
): Promise<number> {
  const noted = tx
    .withTables<ConsoleTables>()
    .insertInto('console_log')
    .values({ at, name, email, address, kind, room_id: roomId ?? null, about: about ?? null })
    .returning('id')
  return (await noted.executeTakeFirstOrThrow()).id
}

interface Logged {
  readonly id: number
  readonly at: Date
  readonly name: string
  readonly email: string
  readonly address: string
  readonly kind: string
  readonly roomNo: string | null
  readonly about: string | null
}

export async function findDone(
  db: Queryable,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Logged[]> {
  const { rows } = await sql<Logged>`
    select log.id, log.at, log.name, log.email, log.address, log.kind, rooms.room_no as "roomNo", log.about
    from console_log as log left join rooms on rooms.id = log.room_id
    where ${before === undefined ? sql<boolean>`true` : sql<boolean>`log.id < ${before}`}
    order by log.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findDoneOnce(db: Queryable, id: number) {
  return db
    .withTables<ConsoleTables>()
    .selectFrom('console_log')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}
