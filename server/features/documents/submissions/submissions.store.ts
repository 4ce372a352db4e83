import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

interface By {
  readonly roomId: number
  readonly folderId: number
  readonly groupId: number
  readonly memberId: number
  readonly at: Date
}

/** The caller holds the tree lock: ordinals are unique. */
export async function insertSubmissions(
  tx: Tx,
  { roomId, folderId, groupId, memberId, at }: By,
  submitted: readonly { readonly itemId: number; readonly name: string; readonly size: number }[],
): Promise<void> {
  const by = {
    room_id: roomId,
    folder_id: folderId,
    group_id: groupId,
    member_id: memberId,
    submitted_at: at,
  }
  const tables = tx.withTables<DocumentTables>()
  const { last } = await tables
    .selectFrom('submissions')
    .select(({ fn }) => fn.max<number | null>('ordinal').as('last'))
    .where('folder_id', '=', folderId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  await tables
    .insertInto('submissions')
    .values(
      submitted.map(({ itemId, name, size }, index) => ({
        ...by,
        item_id: itemId,
        name,
        size,
        ordinal: (last ?? 0) + index + 1,
      })),
    )
    .execute()
}

export async function updateDropFolder(
  tx: Tx,
  {
    roomId,
    itemId,
    groupId,
  }: { readonly roomId: number; readonly itemId: number; readonly groupId: number },
  isAllowed: boolean,
): Promise<boolean> {
  const tables = tx.withTables<DocumentTables>()
  if (isAllowed) {
    const row = { item_id: itemId, group_id: groupId, room_id: roomId }
    const { numInsertedOrUpdatedRows: added } = await tables
      .insertInto('drop_folders')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return added === 1n
  }
  const { numDeletedRows: removed } = await tables
    .deleteFrom('drop_folders')
    .where('item_id', '=', itemId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return removed === 1n
}

export async function noteMailed(tx: Tx, roomId: number): Promise<void> {
  await tx
    .withTables<DocumentTables>()
    .updateTable('submissions')
    .set({ mailed: true })
    .where('room_id', '=', roomId)
    .where('mailed', '=', false)
    .execute()
}
