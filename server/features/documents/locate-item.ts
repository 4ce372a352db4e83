import type { z } from 'zod'
import type { locate } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findItem } from './documents.read.ts'
import { countBefore } from './outline.read.ts'

type Wanted = z.output<(typeof locate)['body']>

/** The place of an item in its folder. @throws Refusal NOT_FOUND where there is no such item. */
export async function locateItem({ database }: Pick<DocumentParts, 'database'>, actor: Actor, { fileId, sort }: Wanted) {
  const scope = visibleItems(actor)
  const item = await findItem(database.db, scope, fileId)
  if (!item) throw new Refusal('NOT_FOUND')
  return { parent: item.parent_id, position: await countBefore(database.db, scope, item, sort ?? 'name') }
}
