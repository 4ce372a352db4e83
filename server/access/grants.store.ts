import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { portionsOf } from '../platform/db/portions.ts'
import type { AccessTables } from './access.tables.ts'
import type { ItemPlace } from './grants.read.ts'

export interface NewGrant {
  readonly groupId: number
  readonly item: ItemPlace | undefined
  readonly level: number
  readonly from: Date | null
  readonly until: Date | null
  readonly inheritsAfter: boolean
}

export async function putGrants(
  tx: Tx,
  roomId: number,
  grants: readonly NewGrant[],
): Promise<void> {
  for (const portion of portionsOf(grants)) await putPortion(tx, roomId, portion)
}

async function putPortion(tx: Tx, roomId: number, grants: readonly NewGrant[]): Promise<void> {
  await tx
    .withTables<AccessTables>()
    .insertInto('grants')
    .values(
      grants.map(({ groupId, item, level, from, until, inheritsAfter }) => ({
        group_id: groupId,
        item_id: item?.id ?? 0,
        room_id: roomId,
        ancestors: item?.ancestors ?? [],
        folder: item?.folder ?? true,
        level,
        starts_at: from,
        ends_at: until,
        inherits_after: inheritsAfter,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'item_id']).doUpdateSet((row) => ({
        level: row.ref('excluded.level'),
        starts_at: row.ref('excluded.starts_at'),
        ends_at: row.ref('excluded.ends_at'),
        inherits_after: row.ref('excluded.inherits_after'),
      })),
    )
    .execute()
}

export async function deleteGrants(
  tx: Tx,
  cells: readonly { readonly groupId: number; readonly itemId: number }[],
): Promise<void> {
  if (cells.length === 0) return
  await tx
    .withTables<AccessTables>()
    .deleteFrom('grants')
    .where('item_id', '!=', 0)
    .where(
      sql<boolean>`(group_id, item_id) in (select * from unnest(${cells.map(({ groupId }) => groupId)}::bigint[], ${cells.map(({ itemId }) => itemId)}::bigint[]))`,
    )
    .execute()
}
