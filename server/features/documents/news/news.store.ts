import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { NewsTables } from './news.tables.ts'

interface Personal {
  readonly roomId: number
  readonly memberId: number
  readonly itemId: number
}

export async function insertFavourite(
  tx: Tx,
  { roomId, memberId, itemId }: Personal,
): Promise<void> {
  await tx
    .withTables<NewsTables>()
    .insertInto('favourites')
    .values({ room_id: roomId, member_id: memberId, item_id: itemId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavourite(tx: Tx, { memberId, itemId }: Personal): Promise<void> {
  await tx
    .withTables<NewsTables>()
    .deleteFrom('favourites')
    .where('member_id', '=', memberId)
    .where('item_id', '=', itemId)
    .execute()
}

/** Keeps the newest opened version. */
export async function putRead(
  tx: Tx,
  { roomId, memberId, itemId, versionId }: Personal & { readonly versionId: number },
): Promise<void> {
  await tx
    .withTables<NewsTables>()
    .insertInto('document_reads')
    .values({ room_id: roomId, member_id: memberId, item_id: itemId, version_id: versionId })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'item_id']).doUpdateSet({
        version_id: sql`greatest(document_reads.version_id, excluded.version_id)`,
        page: sql`case when excluded.version_id <= document_reads.version_id then document_reads.page end`,
        read_at: sql`now()`,
      }),
    )
    .execute()
}

export async function updateReadPage(
  tx: Tx,
  { memberId, itemId }: Personal,
  page: number,
): Promise<void> {
  await tx
    .withTables<NewsTables>()
    .updateTable('document_reads')
    .set({ page })
    .where('member_id', '=', memberId)
    .where('item_id', '=', itemId)
    .execute()
}
