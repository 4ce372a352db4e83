import type { z } from 'zod'
import type { outline } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { cursorAt, positionOf } from './cursor.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findItem } from './documents.read.ts'
import { outlineFolder } from './outline.read.ts'

type Wanted = z.output<(typeof outline)['body']>

/** Cursors in even distances, so that a long list is read at any place without what stands before it. @throws Refusal NOT_FOUND where there is no such folder. */
export async function outlineList({ database }: Pick<DocumentParts, 'database'>, actor: Actor, wanted: Wanted): Promise<string[]> {
  const { parent, cursor, step, sort = 'name' } = wanted
  const scope = visibleItems(actor)
  if (parent !== 0 && !(await findItem(database.db, scope, parent))?.folder) throw new Refusal('NOT_FOUND')
  const places = await outlineFolder(database.db, scope, parent, { sort, step, after: positionOf(cursor, sort) })
  return places.map((position) => cursorAt(position, sort))
}
