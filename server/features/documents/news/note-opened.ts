import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { putRead, updateReadPage } from './news.store.ts'

/** Viewing as another person changes nobody's marks. */
export async function noteOpened(
  tx: Tx,
  actor: Actor,
  { itemId, versionId }: { itemId: number; versionId: number },
): Promise<void> {
  if (actor.viewAs) return
  await putRead(tx, { roomId: actor.roomId, memberId: actor.memberId, itemId, versionId })
}

export async function notePage(
  tx: Tx,
  actor: Actor,
  { itemId, page }: { itemId: number; page: number },
): Promise<void> {
  if (actor.viewAs) return
  await updateReadPage(tx, { roomId: actor.roomId, memberId: actor.memberId, itemId }, page)
}
