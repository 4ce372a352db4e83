import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { hasOrder, hasOrderInTrash } from './publishing.read.ts'

/**
 * An order covers what is there when due, so a content operator could add to it.
 * @param itemIds includes the folders above
 * @throws Refusal PUBLICATION_ORDERED
 */
export async function refuseUnderOrder(
  tx: Tx,
  { scope }: Pick<Actor, 'scope'>,
  itemIds: readonly number[],
): Promise<void> {
  if (scope === 'content' && (await hasOrder(tx, itemIds))) throw new Refusal('PUBLICATION_ORDERED')
}

/** Includes everything deleted together. @throws Refusal PUBLICATION_ORDERED */
export async function refuseOrdersInTrash(
  tx: Tx,
  { scope, roomId }: Pick<Actor, 'scope' | 'roomId'>,
  trashId: number,
): Promise<void> {
  if (scope === 'content' && (await hasOrderInTrash(tx, roomId, trashId)))
    throw new Refusal('PUBLICATION_ORDERED')
}
