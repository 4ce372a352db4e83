import type { Actor } from '../../../access/actor.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { keepItem } from '../items/find-items.ts'
import { deleteFavourite, insertFavourite } from './news.store.ts'

interface SetFavouriteInput {
  readonly id: number
  readonly value: boolean
}

/** Personal marks are not logged. @throws Refusal NOT_FOUND */
export async function setFavourite(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { id: itemId, value }: SetFavouriteInput,
): Promise<void> {
  const { roomId, memberId } = actor
  await database.transaction(async (tx) => {
    await keepItem(tx, actor, itemId)
    if (value) await insertFavourite(tx, { roomId, memberId, itemId })
    else await deleteFavourite(tx, { roomId, memberId, itemId })
  })
}
