import type { z } from 'zod'
import type { locate, outline } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem, placeOf, rootOf } from '../documents.read.ts'
import { countBeforeByIndex, isIndexSort, outlineByIndex } from '../numbering/index-list.read.ts'
import { findCounting, sortOf } from '../numbering/numbering.read.ts'
import { cursorAt, positionOf } from './cursor.ts'
import { countBefore, outlineFolder } from './outline.read.ts'

type Located = z.output<(typeof locate)['body']>

/** @throws Refusal NOT_FOUND */
export async function locateItem(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { fileId, sort }: Located,
) {
  const scope = visibleItems(actor)
  const item = await findItem(database.db, scope, fileId)
  if (!item) throw new Refusal('NOT_FOUND')
  const parent =
    item.parent_id === 0 ? undefined : await findItem(database.db, scope, item.parent_id)
  const folder = parent ? placeOf(parent) : rootOf(scope)
  const order = sortOf(sort, await findCounting(database.db, scope))
  const position = isIndexSort(order)
    ? await countBeforeByIndex(database.db, scope, folder, item.id, order)
    : await countBefore(database.db, scope, folder, item, order)
  return { parent: item.parent_id, position }
}

type OutlineListInput = z.output<(typeof outline)['body']>

/** @throws Refusal NOT_FOUND */
export async function outlineList(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  wanted: OutlineListInput,
): Promise<string[]> {
  const { parent, cursor, step } = wanted
  const scope = visibleItems(actor)
  const sort = sortOf(wanted.sort, await findCounting(database.db, scope))
  const found = parent === 0 ? undefined : await findItem(database.db, scope, parent)
  if (parent !== 0 && !found?.folder) throw new Refusal('NOT_FOUND')
  const folder = found ? placeOf(found) : rootOf(scope)
  const after = positionOf(cursor, sort)
  const places = isIndexSort(sort)
    ? await outlineByIndex(database.db, scope, folder, { sort, step, after })
    : await outlineFolder(database.db, scope, folder, { sort, step, after })
  return places.map((position) => cursorAt(position, sort))
}
