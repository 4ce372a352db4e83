import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { spot } from '../../../../contract/features/documents/spot.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem, findVisible } from '../documents.read.ts'
import { itemNumbers } from './item-numbers.ts'
import { findByIndex, findCounting, stepsOf } from './numbering.read.ts'
import { countLiving, findAround, placeOfFixed } from './spot.read.ts'

type FindSpotInput = z.output<(typeof spot)['body']>

/** @throws Refusal NUMBERING_OFF */
export async function findSpot(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { number }: FindSpotInput,
): Promise<PayloadIn<typeof spot>> {
  const { db } = database
  const scope = visibleItems(actor)
  const counting = await findCounting(db, scope)
  if (!counting) throw new Refusal('NUMBERING_OFF')
  const steps = stepsOf(number)
  const last = steps.at(-1) ?? 1
  const above = steps.slice(0, -1)
  const aboveId = above.length === 0 ? 0 : await findByIndex(db, scope, counting, above)
  const folder = aboveId ? await findItem(db, scope, aboveId) : undefined
  if (aboveId !== 0 && !folder) return { parent: null, place: 1, isEnd: true, around: [] }
  const parent = folder
    ? { id: folder.id, name: folder.name, isFolder: folder.folder }
    : { id: 0, name: '', isFolder: true }
  if (!parent.isFolder) return { parent, place: 1, isEnd: true, around: [] }
  const total = await countLiving(db, actor.roomId, parent.id)
  const wanted = counting === 'fixed' ? await placeOfFixed(db, actor.roomId, parent.id, last) : last
  const place = Math.min(wanted ?? total + 1, total + 1)
  const around = await findAround(db, actor.roomId, parent.id, place)
  const rows = await findVisible(
    db,
    scope,
    around.map(({ id }) => id),
  )
  const numbers = await itemNumbers(db, scope, rows)
  return {
    parent,
    place,
    isEnd: place > total,
    around: around.map(({ folder: isFolder, ...item }) => ({
      ...item,
      isFolder,
      index: numbers.get(item.id),
    })),
  }
}
