import type { Numbering } from '../../../../contract/features/documents/numbering.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { numberingOf } from '../../rooms/index.ts'

/** @throws Refusal NUMBERING_OFF */
export async function refuseWithoutOrder(tx: Tx, roomId: number): Promise<Numbering> {
  const { numbering } = await numberingOf(tx, roomId)
  if (numbering === 'off') throw new Refusal('NUMBERING_OFF')
  return numbering
}
