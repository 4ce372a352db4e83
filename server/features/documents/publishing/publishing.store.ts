import { sql } from 'kysely'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Act, actPortionsOf } from '../acts/run-act.ts'
import { makeCurrent } from '../documents.store.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { type Covering, cameSince, covered, type Order, waits } from './publishing.read.ts'

export interface Changed {
  readonly topId: number
  readonly documents: number
  readonly folders: number
}

interface ItemToPublish {
  readonly id: number
  readonly topId: number
  readonly folder: boolean
  readonly staged: boolean
  readonly versionId: number | null
  readonly isHidden: boolean
}

/** @returns what changed below each item */
export async function publishBelow(
  tx: Tx,
  covering: Covering,
  at: Date,
  act: Act,
): Promise<Changed[]> {
  const { roomId } = covering
  const waiting = await findWaiting(tx, covering)
  act.expect(waiting.length)
  for (const portion of inOrder(waiting)) {
    await publishPortion(tx, portion, at)
    act.advance(portion.length)
  }
  await noteVersions(tx, roomId, at)
  await sql`
    delete from publications using items
    where items.id = publications.item_id and publications.publishes and items.room_id = ${roomId} and items.published_at = ${at}`.execute(
    tx,
  )
  return countedByTop(waiting)
}

async function findWaiting(tx: Tx, { roomId, itemIds, named }: Covering): Promise<ItemToPublish[]> {
  const { rows } = await sql<ItemToPublish>`
    with inside as (${covered(roomId, itemIds, named)}),
    tops as materialized (select id, is_path_staged(ancestors) as is_hidden from items where id = any(${bigints(itemIds)}))
    select inside.id, inside.top_id as "topId", inside.folder, inside.staged, inside.staged_version_id as "versionId",
      tops.is_hidden as "isHidden"
    from inside join tops on tops.id = inside.top_id
    where ${waits}
    order by inside.id`.execute(tx)
  return rows
}

function* inOrder(waiting: readonly ItemToPublish[]): Generator<readonly ItemToPublish[]> {
  yield* actPortionsOf(waiting.filter(({ staged }) => !staged))
  const folders = waiting.filter(({ staged, folder }) => staged && folder)
  if (folders.length > 0) yield folders
  yield* actPortionsOf(waiting.filter(({ staged, folder }) => staged && !folder))
}

async function publishPortion(tx: Tx, portion: readonly ItemToPublish[], at: Date): Promise<void> {
  await sql`
    update items set staged = false, published_at = ${at}, unseen = items.unseen and found.is_hidden
    from unnest(${bigints(portion.map(({ id }) => id))}, ${portion.map(({ isHidden }) => isHidden)}::bool[]) as found (id, is_hidden)
    where items.id = found.id`.execute(tx)
  await makeCurrent(
    tx,
    portion.flatMap(({ versionId }) => versionId ?? []),
  )
}

function countedByTop(rows: readonly Pick<ItemToPublish, 'topId' | 'folder'>[]): Changed[] {
  const counted = new Map<number, { documents: number; folders: number }>()
  for (const { topId, folder } of rows) {
    const count = counted.get(topId) ?? { documents: 0, folders: 0 }
    count[folder ? 'folders' : 'documents'] += 1
    counted.set(topId, count)
  }
  return [...counted].map(([topId, count]) => ({ topId, ...count }))
}

async function noteVersions(tx: Tx, roomId: number, at: Date): Promise<void> {
  await sql`
    update file_versions set staged = false, published_at = ${at}
    from items
    where items.room_id = ${roomId} and items.published_at = ${at} and file_versions.id = items.version_id and file_versions.staged`.execute(
    tx,
  )
}

export async function release(tx: Tx, itemIds: readonly number[], at: Date): Promise<void> {
  if (itemIds.length === 0) return
  await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .set({ staged: false, published_at: at })
    .where(sql<boolean>`id = any(${bigints(itemIds)})`)
    .execute()
}

/** Readers had these before, without additions or replacements since. */
export async function findUnchanged(
  tx: Tx,
  roomId: number,
  itemIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select top.id
    from items as top
    join lateral (
      select max(held_until) as at from past_places where past_places.item_id = top.id and not is_staged and not is_deleted
    ) as staged on staged.at is not null
    where top.id = any(${bigints(itemIds)}) and top.room_id = ${roomId} and top.staged and greatest(top.added_at, top.content_at) <= staged.at
      and not ${cameSince(sql`staged.at`)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Leaves staged contents unchanged. @returns what readers get with each item */
export async function publishAlone(
  tx: Tx,
  roomId: number,
  itemIds: readonly number[],
  at: Date,
): Promise<Changed[]> {
  await release(tx, itemIds, at)
  await noteVersions(tx, roomId, at)
  await sql`delete from publications where item_id = any(${bigints(itemIds)}) and publishes`.execute(
    tx,
  )
  const { rows } = await sql<Changed>`
    select top_id as "topId", count(*) filter (where not unseen and not folder) as documents, count(*) filter (where not unseen and folder) as folders
    from (${covered(roomId, itemIds)}) as inside group by top_id`.execute(tx)
  return rows
}

/** @returns what readers lose */
export async function stageItems(
  tx: Tx,
  roomId: number,
  itemIds: readonly number[],
  act: Act,
): Promise<Changed[]> {
  const { rows } = await sql<Pick<ItemToPublish, 'id' | 'topId' | 'folder'>>`
    select id, top_id as "topId", folder from (${covered(roomId, itemIds)}) as inside where not unseen order by id`.execute(
    tx,
  )
  act.expect(rows.length)
  for (const portion of actPortionsOf(rows)) {
    const ids = portion.map(({ id }) => id)
    await sql`update items set unseen = true where id = any(${bigints(ids)})`.execute(tx)
    act.advance(portion.length)
  }
  await sql`update items set staged = true where id = any(${bigints(itemIds)}) and not staged`.execute(
    tx,
  )
  await sql`delete from publications where item_id = any(${bigints(itemIds)}) and not publishes`.execute(
    tx,
  )
  return countedByTop(rows)
}

export async function countCovered(
  tx: Tx,
  { roomId, itemIds, named }: Covering,
  publishes: boolean,
): Promise<Omit<Changed, 'topId'>> {
  const { rows } = await sql<Omit<Changed, 'topId'>>`
    select count(*) filter (where not folder) as documents, count(*) filter (where folder) as folders
    from (${covered(roomId, itemIds, named)}) as inside where ${publishes ? waits : sql`not unseen`}`.execute(
    tx,
  )
  return rows[0] ?? { documents: 0, folders: 0 }
}

export async function countSubmitted(
  tx: Tx,
  { roomId, itemIds, named }: Covering,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${covered(roomId, itemIds, named)}) as inside where submitted`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

interface NewOrders {
  readonly roomId: number
  readonly itemIds: readonly number[]
  readonly publishes: boolean
  readonly notifies: boolean
  readonly at: Date
  readonly memberId: number
  readonly now: Date
}

/** Replaces orders of the same kind. */
export async function putOrders(
  tx: Tx,
  { roomId, itemIds, publishes, notifies, at, memberId, now }: NewOrders,
): Promise<void> {
  await tx
    .withTables<DocumentTables>()
    .insertInto('publications')
    .values(
      itemIds.map((itemId) => ({
        ...{ item_id: itemId, room_id: roomId, publishes, notifies },
        ...{ due_at: at, ordered_by: memberId, ordered_at: now },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'publishes']).doUpdateSet((row) => ({
        due_at: row.ref('excluded.due_at'),
        notifies: row.ref('excluded.notifies'),
        ordered_by: row.ref('excluded.ordered_by'),
        ordered_at: row.ref('excluded.ordered_at'),
      })),
    )
    .execute()
}

export async function deleteOrders(
  tx: Tx,
  roomId: number,
  itemIds: readonly number[],
): Promise<Pick<Order, 'item_id' | 'publishes' | 'notifies' | 'due_at'>[]> {
  return tx
    .withTables<DocumentTables>()
    .deleteFrom('publications')
    .where('room_id', '=', roomId)
    .where(sql<boolean>`item_id = any(${bigints(itemIds)})`)
    .returning(['item_id', 'publishes', 'notifies', 'due_at'])
    .execute()
}

/** No other node may carry out a taken order. Drops orders of items in the trash. @returns who ordered, by item */
export async function takeOrders(
  tx: Tx,
  order: Omit<Order, 'item_id'>,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ item_id: number; ordered_by: number; is_there: boolean }>`
    delete from publications using items
    where items.id = publications.item_id and publications.room_id = ${order.room_id} and due_at = ${order.due_at}
      and publishes = ${order.publishes} and notifies = ${order.notifies}
    returning item_id, ordered_by, items.deleted_at is null as is_there`.execute(tx)
  return new Map(
    rows.filter(({ is_there }) => is_there).map(({ item_id, ordered_by }) => [item_id, ordered_by]),
  )
}

export async function updateStaging(
  tx: Tx,
  itemId: number,
  staging: boolean | null,
): Promise<boolean> {
  const updated = await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .set({ staging })
    .where('id', '=', itemId)
    .where(sql<boolean>`staging is distinct from ${staging}`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
