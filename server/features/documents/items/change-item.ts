import type { Permission } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import {
  allowed,
  type CandidateRow,
  candidateOf,
  type ItemRight,
  visibleItems,
} from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { lockTree } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem, type ItemRow } from '../documents.read.ts'

export type ChangeParts = Pick<
  DocumentParts,
  'database' | 'activity' | 'bus' | 'clock' | 'events' | 'confirm'
>

/** Locks the tree. @returns the confirmed actor */
export async function beginChange(
  tx: Tx,
  parts: Pick<DocumentParts, 'confirm'>,
  actor: Actor,
  permission: Permission = 'documents.write',
): Promise<Actor> {
  const now = await parts.confirm(tx, actor, permission)
  await lockTree(tx, actor.roomId)
  return now
}

export function mayDo(actor: Actor, right: ItemRight, row: CandidateRow): boolean {
  return allowed(actor, right, [candidateOf(row)]).has(row.id)
}

/** @throws Refusal RIGHTS_DENIED for another operator scope */
export function refuseOtherScope(actor: Actor, now: Actor): void {
  if (now.scope !== actor.scope) throw new Refusal('RIGHTS_DENIED')
}

/** Locks the tree. @throws Refusal NOT_FOUND, also without the right */
export async function openItem(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  itemId: number,
  right: ItemRight,
): Promise<ItemRow> {
  const now = await beginChange(tx, parts, actor)
  refuseOtherScope(actor, now)
  const item = await findItem(tx, visibleItems(now), itemId)
  if (!item || !mayDo(now, right, item)) throw new Refusal('NOT_FOUND')
  return item
}
