import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

interface By {
  readonly roomId: number
  readonly folderId: number
  readonly groupId: number
  readonly memberId: number
  readonly at: Date
}

export async function insertSubmissions(
  tx: Tx,
  { roomId, folderId, groupId, memberId, at }: By,
  submitted: readonly { readonly itemId: number; readonly name: string; readonly size: number }[],
): Promise<void> {
  const by = { room_id: roomId, folder_id: folderId, group_id: groupId, member_id: memberId, submitted_at: at }
  await tx
    .withTables<DocumentTables>()
    .insertInto('submissions')
    .values(submitted.map(({ itemId, name, size }) => ({ ...by, item_id: itemId, name, size })))
    .execute()
}

/** @returns false if it was so already. */
export async function updateDropFolder(
  tx: Tx,
  { roomId, itemId, groupId }: { readonly roomId: number; readonly itemId: number; readonly groupId: number },
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

/** The next mail names the others. */
export async function noteMailed(tx: Tx, roomId: number): Promise<void> {
  await tx
    .withTables<DocumentTables>()
    .updateTable('submissions')
    .set({ mailed: true })
    .where('room_id', '=', roomId)
    .where('mailed', '=', false)
    .execute()
}
