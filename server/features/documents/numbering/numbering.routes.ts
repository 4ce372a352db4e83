import * as contract from '../../../../contract/features/documents/numbering.ts'
import { undoNumbering as undoing } from '../../../../contract/features/documents/numbering-undo.ts'
import { spot } from '../../../../contract/features/documents/spot.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findNumbered, orderItems, renumberItems, switchNumbering } from './change-numbering.ts'
import { findSpot } from './find-spot.ts'
import { undoNumbering } from './undo-numbering.ts'

export const numberingOperations = [
  contract.updateIndex,
  contract.order,
  contract.renumber,
  undoing,
  contract.findByNumber,
  spot,
] as const

export function numberingHandlers(
  parts: DocumentParts,
): Handlers<typeof numberingOperations, Actor> {
  return {
    'numbering.update': async ({ actor, body }) => {
      const undo = await switchNumbering(parts, actor, body)
      return { ...DONE, ...(undo === undefined ? {} : { undo }) }
    },
    'numbering.order': async ({ actor, body }) => ok(await orderItems(parts, actor, body)),
    'numbering.renumber': async ({ actor, body }) => ok(await renumberItems(parts, actor, body)),
    'numbering.undo': async ({ actor, body }) => ok(await undoNumbering(parts, actor, body)),
    'numbering.find': async ({ actor, body }) => ok(await findNumbered(parts, actor, body)),
    'numbering.spot': async ({ actor, body }) => ok(await findSpot(parts, actor, body)),
  }
}
