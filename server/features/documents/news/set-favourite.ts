import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { keepItem } from '../items/find-items.ts'
import { deleteFavourite, insertFavourite } from './news.store.ts'

interface Wanted {
  readonly id: number
  readonly value: boolean
  readonly roomId?: number | undefined
}

/** Personal, so nothing is logged or announced. @throws Refusal NOT_FOUND */
export async function setFavourite(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { id: itemId, value, roomId: named }: Wanted,
): Promise<void> {
  const { roomId, memberId } = actor
  if (named !== undefined && named !== roomId) throw new Refusal('NOT_FOUND')
  await database.transaction(async (tx) => {
    await keepItem(tx, actor, itemId)
    if (value) await insertFavourite(tx, { roomId, memberId, itemId })
    else await deleteFavourite(tx, { roomId, memberId, itemId })
  })
}
