import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { measure } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { mayDo } from '../items/change-item.ts'
import { findMeasured, measureBelow } from './measure.read.ts'

/** Skips the trash. @throws Refusal NOT_FOUND if no item is readable */
export async function measureItems(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  fileIds: readonly number[],
): Promise<PayloadIn<typeof measure>> {
  const { db } = database
  const scope = visibleItems(actor)
  const found = (await findMeasured(db, scope, fileIds)).filter((row) => mayDo(actor, 'read', row))
  if (found.length === 0) throw new Refusal('NOT_FOUND')
  const ids = new Set(found.map(({ id }) => id))
  const tops = found.filter(({ ancestors }) => !ancestors.some((id) => ids.has(id)))
  const folders = tops.filter(({ folder }) => folder)
  const files = tops.filter(({ folder }) => !folder)
  const inside = await measureBelow(
    db,
    scope,
    folders.map(({ id }) => id),
    LIMITS.measuredMax - tops.length,
  )
  const total = { folders: folders.length + inside.folders, files: files.length + inside.files }
  return {
    ...total,
    bytes: files.reduce((sum, { size }) => sum + size, inside.bytes),
    isCapped: total.folders + total.files >= LIMITS.measuredMax,
  }
}
