import { type RawBuilder, sql } from 'kysely'
import type { ItemPlace } from '../../access/grants.read.ts'
import { bigints } from '../../platform/db/bigints.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RightsTables } from './rights.tables.ts'

export async function rootLevelOf(db: Queryable, groupId: number): Promise<number> {
  const row = await db
    .withTables<RightsTables>()
    .selectFrom('grants')
    .select('level')
    .where('group_id', '=', groupId)
    .where('item_id', '=', 0)
    .executeTakeFirst()
  return row?.level ?? 0
}

interface GrantsQuery {
  readonly roomId: number
  readonly groupId: number | undefined
  readonly itemId: number | undefined
  readonly after: readonly [groupId: number, itemId: number] | undefined
  readonly limit: number | undefined
}

export async function findGrants(
  db: Queryable,
  { roomId, groupId, itemId, after, limit }: GrantsQuery,
) {
  let query = db
    .withTables<RightsTables>()
    .selectFrom('grants')
    .select(['group_id', 'item_id', 'level', 'starts_at', 'ends_at', 'inherits_after'])
    .where('room_id', '=', roomId)
    .where('alive', '=', true)
    .orderBy('group_id')
    .orderBy('item_id')
  if (limit !== undefined) query = query.limit(limit)
  if (groupId !== undefined) query = query.where('group_id', '=', groupId)
  if (itemId !== undefined) query = query.where('item_id', '=', itemId)
  return (
    after ? query.where(sql<boolean>`(group_id, item_id) > (${after[0]}, ${after[1]})`) : query
  ).execute()
}

export type GrantRow = Awaited<ReturnType<typeof findGrants>>[number]

export async function findCells(
  db: Queryable,
  roomId: number,
  cells: readonly { readonly groupId: number; readonly itemId: number }[],
) {
  return db
    .withTables<RightsTables>()
    .selectFrom('grants')
    .select(['group_id', 'item_id', 'level', 'starts_at', 'ends_at', 'inherits_after'])
    .where('room_id', '=', roomId)
    .where(
      sql<boolean>`(group_id, item_id) in (select * from unnest(${bigints(cells.map(({ groupId }) => groupId))}, ${bigints(cells.map(({ itemId }) => itemId))}))`,
    )
    .execute()
}

export async function findPlaces(
  db: Queryable,
  roomId: number,
  itemIds: readonly number[],
): Promise<Map<number, ItemPlace & { readonly unseen: boolean }>> {
  const rows = await db
    .withTables<RightsTables>()
    .selectFrom('items')
    .select(['id', 'name', 'ancestors', 'folder', 'unseen'])
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${bigints(itemIds)})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findPeople(db: Queryable, roomId: number) {
  return db
    .withTables<RightsTables>()
    .selectFrom('members')
    .select([
      'id',
      'name',
      'role_id',
      'group_id',
      'group_from',
      'group_until',
      'can_print',
      'can_download',
      'can_access',
    ])
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number]

export interface MatrixItem {
  readonly id: number
  readonly name: string
  readonly folder: boolean
  readonly ancestors: number[]
  readonly name_key: string
}

export interface GrantedItem extends MatrixItem {
  readonly staged: boolean
  readonly unseen: boolean
}

const isGranted = (groupId?: number) =>
  sql<boolean>`exists (select from grants where grants.item_id = items.id${groupId === undefined ? sql`` : sql` and grants.group_id = ${groupId}`})`

const matrixItems = (db: Queryable, roomId: number) =>
  db
    .withTables<RightsTables>()
    .selectFrom('items')
    .select([
      'items.id',
      'items.name',
      'items.folder',
      'items.ancestors',
      'items.name_key',
      'items.staged',
      'items.unseen',
    ])
    .where('items.room_id', '=', roomId)
    .where('items.deleted_at', 'is', null)

export async function findMatrixItems(
  db: Queryable,
  roomId: number,
  limit: number,
): Promise<MatrixItem[]> {
  return matrixItems(db, roomId)
    .where((or) => or.or([sql<boolean>`items.folder`, isGranted()]))
    .orderBy('items.id')
    .limit(limit)
    .execute()
}

interface Granted {
  readonly roomId: number
  readonly groupId: number | undefined
  readonly isNamed: RawBuilder<boolean> | undefined
  /** The ids lead from the root to the last item. */
  readonly after: readonly number[] | undefined
  readonly limit: number
}

export async function findGranted(
  db: Queryable,
  { roomId, groupId, isNamed, after, limit }: Granted,
): Promise<GrantedItem[]> {
  const place = sql<number[]>`(items.ancestors || items.id)`
  let query = matrixItems(db, roomId).where(isGranted(groupId)).orderBy(place).limit(limit)
  if (isNamed) query = query.where(isNamed)
  return (after ? query.where(sql<boolean>`${place} > ${bigints(after)}`) : query).execute()
}

export async function findNames(
  db: Queryable,
  roomId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .withTables<RightsTables>()
    .selectFrom('items')
    .select(['id', 'name'])
    .where('room_id', '=', roomId)
    .where(sql<boolean>`id = any(${bigints([...new Set(ids)])})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function findAllGrants(db: Queryable, roomId: number): Promise<GrantRow[]> {
  return findGrants(db, {
    roomId,
    groupId: undefined,
    itemId: undefined,
    after: undefined,
    limit: undefined,
  })
}
