import type { Item } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { type ItemRight, visibleItems } from '../../../access/items.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { pathOf, presentItem } from '../documents.present.ts'
import { findFolderNames, findItem, holdItem, type ItemRow } from '../documents.read.ts'
import { findPersonalMarks } from '../news/personal-marks.ts'
import { itemNumbers } from '../numbering/item-numbers.ts'
import { mayDo } from './change-item.ts'

/** @throws Refusal NOT_FOUND, also without the right */
export async function permittedItem(
  db: Queryable,
  actor: Actor,
  itemId: number,
  right: ItemRight,
): Promise<ItemRow> {
  const item = await findItem(db, visibleItems(actor), itemId)
  if (!item || !mayDo(actor, right, item)) throw new Refusal('NOT_FOUND')
  return item
}

/** Concurrent deletions wait. @throws Refusal NOT_FOUND */
export async function keepItem(tx: Tx, actor: Actor, itemId: number): Promise<void> {
  if (!(await holdItem(tx, visibleItems(actor), itemId))) throw new Refusal('NOT_FOUND')
}

export async function filePresenter(
  db: Queryable,
  actor: Actor,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => Item> {
  const scope = visibleItems(actor)
  const names = await findFolderNames(db, scope, [...new Set(rows.flatMap((row) => row.ancestors))])
  const numbers = await itemNumbers(db, scope, rows)
  const marksOf = await findPersonalMarks(db, actor, rows)
  return (row) =>
    presentItem(actor, row, {
      path: pathOf(row, names),
      itemCount: 0,
      index: numbers.get(row.id),
      ...marksOf(row.id),
    })
}
