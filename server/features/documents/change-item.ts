import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, type ItemRight, visibleItems } from '../../access/items.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { holdTree } from '../rooms/index.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findItem, type ItemRow } from './documents.read.ts'

/** What every change of an item works with. */
export type ChangeParts = Pick<DocumentParts, 'database' | 'activity' | 'bus' | 'clock' | 'events' | 'confirm'>

/** Begins a change of a room's tree: the actor confirmed, then the tree held. */
export async function beginChange(tx: Tx, parts: Pick<DocumentParts, 'confirm'>, actor: Actor): Promise<Actor> {
  const now = await parts.confirm(tx, actor, 'documents.write')
  await holdTree(tx, actor.roomId)
  return now
}

/** Whether the actor has the right on an item that was found. */
export function mayDo(actor: Actor, right: ItemRight, row: Pick<ItemRow, 'id' | 'room_id' | 'deleted_at'>): boolean {
  return allowed(actor, right, [candidateOf(row)]).has(row.id)
}

/** The item that a change is about, with the tree held. @throws Refusal NOT_FOUND where it is not there for the actor. */
export async function openItem(tx: Tx, parts: ChangeParts, actor: Actor, itemId: number, right: ItemRight): Promise<ItemRow> {
  const now = await beginChange(tx, parts, actor)
  const item = await findItem(tx, visibleItems(now), itemId)
  if (!item || !mayDo(now, right, item)) throw new Refusal('NOT_FOUND')
  return item
}
