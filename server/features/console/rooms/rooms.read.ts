import { type RawBuilder, sql } from 'kysely'
import type { Phase } from '../../../../contract/core/phase.ts'
import type { RoomSort } from '../../../../contract/features/console/console-rooms.ts'
import type { Queryable } from '../../../platform/db/database.ts'

/** Contains counts of what is in a room, but no content. */
export interface ListedRoom {
  readonly id: number
  readonly room_no: string
  readonly name: string
  readonly phase: Phase
  readonly created_at: Date
  readonly closes_at: Date | null
  readonly storage_used: number
  readonly storage_limit: number
  readonly member_count: number
  readonly user_limit: number
  readonly file_count: number
}

const COLUMNS = sql`id, room_no, name, phase, created_at, closes_at, storage_used, storage_limit, member_count, user_limit, file_count`

/** Code point order sorts Hangul without collation. */
const KEYS: Record<RoomSort, RawBuilder<number | string>> = {
  number: sql`id`,
  created: sql`id`,
  name: sql`lower(name) collate "C"`,
  usage: sql`storage_used`,
  phase: sql`array_position(array['open', 'frozen', 'closed', 'destroying', 'destroyed'], phase)`,
}

/** A search reads all rows, faster in physical order. */
const keyOf = (sort: RoomSort, isSearch: boolean) =>
  isSearch && (sort === 'number' || sort === 'created') ? sql<number>`(id + 0)` : KEYS[sort]

export type RoomPlace = readonly [key: number | string, id: number]

interface RoomsQuery {
  readonly search: string | undefined
  readonly sort: RoomSort
  readonly isUp: boolean
  readonly after: RoomPlace | undefined
  readonly limit: number
}

const matches = (search: string | undefined) =>
  search === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(position(lower(${search}) in lower(name)) > 0 or position(${search} in room_no) > 0)`

function behind(sort: RoomSort, isUp: boolean, after: RoomPlace | undefined) {
  if (!after) return sql<boolean>`true`
  const [key, id] = after
  const place =
    typeof key === 'string'
      ? sql`(${key}::text collate "C", ${id}::bigint)`
      : sql`(${key}::bigint, ${id}::bigint)`
  return isUp
    ? sql<boolean>`(${KEYS[sort]}, id) > ${place}`
    : sql<boolean>`(${KEYS[sort]}, id) < ${place}`
}

export async function findRooms(db: Queryable, { search, sort, isUp, after, limit }: RoomsQuery) {
  const order = sql.raw(isUp ? 'asc' : 'desc')
  const key = keyOf(sort, search !== undefined)
  const { rows } = await sql<ListedRoom & { key: number | string }>`
    select ${COLUMNS}, ${key} as key from rooms
    where ${matches(search)} and ${behind(sort, isUp, after)}
    order by ${key} ${order}, id ${order} limit ${limit}`.execute(db)
  return rows
}

export async function countRoomsLike(db: Queryable, search: string | undefined): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from rooms where ${matches(search)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findListedRoom(
  db: Queryable,
  roomId: number,
): Promise<ListedRoom | undefined> {
  return (await sql<ListedRoom>`select ${COLUMNS} from rooms where id = ${roomId}`.execute(db))
    .rows[0]
}
