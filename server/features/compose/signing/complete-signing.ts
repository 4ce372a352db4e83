import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { text } from '../../../../contract/features/composed.ts'
import type { complete } from '../../../../contract/features/signing.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { type BoxFilling, boxFilling } from '../sealed-values.ts'
import type { BoxRow } from '../templates.read.ts'
import { findOwn, findOwnBoxes, holdOwn, refuseOutOfTurn } from './hold-own.ts'
import { detailsOf, eventOf } from './open-ceremony.ts'
import { signatureOf } from './signature-image.ts'
import { doerOf, type Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { fillBox, settleParticipant } from './signing.store.ts'
import { takeTurns } from './take-turns.ts'

type Filled = z.output<typeof complete.body>['boxes']

const textIn = text(LIMITS.boxText)

/**
 * The caller consents and fills their boxes; then it is the turn of the next, or the document is sealed. It is done once, however often and
 * from wherever it is asked for.
 * @throws Refusal NOT_FOUND where a box is not the caller's, SIGN_BOX_EMPTY, SIGN_TEXT, SIGN_IMAGE, SIGN_DONE, SIGN_NOT_YET; as the guard does.
 */
export async function completeSigning(parts: SigningParts, signer: Signer, filled: Filled, signal: AbortSignal): Promise<void> {
  const { roomId, participantId } = signer
  // Before an image is decoded for nothing.
  refuseOutOfTurn(await findOwn(parts.database.db, signer))
  const known = await findOwnBoxes(parts.database.db, signer)
  const fillings = await readFillings(parts, known, filled, signal)

  await parts.database.transaction(async (tx) => {
    const own = await holdOwn(tx, signer)
    refuseOutOfTurn(own)
    const { template, person } = own
    const boxes = await findOwnBoxes(tx, signer)
    const empty = boxes.filter(({ id, required }) => required && !fillings.has(id))
    if (empty.length > 0) throw new Refusal('SIGN_BOX_EMPTY', { variables: { count: empty.length } })
    for (const [boxId, filling] of fillings)
      await fillBox(tx, boxId, await boxFilling.seal(parts.sealer, { db: tx, roomId }, boxId, filling))
    await settleParticipant(tx, participantId, { status: 'DONE', at: parts.clock.now() })
    await parts.activity.record(tx, doerOf(signer), 'sign.completed', detailsOf(template, person))
    await noteTemplateEvent(tx, { ...eventOf(parts, signer), kind: person.type === 'APPROVER' ? 'approved' : 'signed' })
    await takeTurns(tx, parts, template)
  })
}

/** What is to stand in which box, by the box's id; what is empty is left out. */
async function readFillings(
  parts: SigningParts,
  boxes: readonly BoxRow[],
  filled: Filled,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, BoxFilling>> {
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  const fillings = new Map<number, BoxFilling>()
  // The same signature stands in many boxes, as a rule.
  const images = new Map<string, Promise<string>>()
  const imageOf = (dataUrl: string): Promise<string> => {
    const image = images.get(dataUrl) ?? signatureOf(parts.stampImages, dataUrl, signal)
    images.set(dataUrl, image)
    return image
  }
  for (const { id, ...given } of filled) {
    const box = byKey.get(String(id))
    if (!box) throw new Refusal('NOT_FOUND')
    if (fillings.has(box.id) || (box.type === 'SIGN' ? given.text : given.image) !== undefined) throw new Refusal('BAD_REQUEST')
    if (given.image !== undefined) fillings.set(box.id, { image: await imageOf(given.image) })
    const written = given.text === undefined ? '' : readText(given.text)
    if (written !== '') fillings.set(box.id, { text: written })
  }
  return fillings
}

function readText(given: string): string {
  const parsed = textIn.safeParse(given.trim())
  if (!parsed.success) throw new Refusal('SIGN_TEXT', { variables: { limit: LIMITS.boxText } })
  return parsed.data
}
