import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { text } from '../../../../contract/features/composed.ts'
import type { complete } from '../../../../contract/features/signing.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { machine } from '../../activity/index.ts'
import { refuseLetters } from '../refuse-letters.ts'
import { type BoxFilling, boxFilling } from '../sealed-values.ts'
import { type BoxRow, findParticipants } from '../templates.read.ts'
import { findOwn, findOwnBoxes, holdOwnToAct, type Own, refuseFrozen, refuseOutOfTurn } from './hold-own.ts'
import { recordDeed } from './record-deed.ts'
import { signatureOf } from './signature-image.ts'
import type { Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { fillBox, settleParticipant } from './signing.store.ts'
import { takeTurns } from './take-turns.ts'

/** What is put into boxes; images are data URLs. */
export type Filled = readonly Omit<z.output<typeof complete.body>['boxes'][number], 'imageFile'>[]

const textIn = text(LIMITS.boxText)

/**
 * The caller consents and fills their boxes; then it is the turn of the next, or the document is sealed. It is done once, however often and
 * from wherever it is asked for.
 * @throws Refusal NOT_FOUND where a box is not the caller's, SIGN_BOX_EMPTY, SIGN_TEXT, SIGN_LETTERS, SIGN_IMAGE, SIGN_DONE, SIGN_NOT_YET, TOO_MANY,
 * BUSY, ROOM_FROZEN; as the guard does.
 */
export async function completeSigning(parts: SigningParts, signer: Signer, filled: Filled, signal: AbortSignal): Promise<void> {
  const { roomId, participantId } = signer
  // All that can be refused is, before an image is decoded for nothing.
  const found = await findOwn(parts.database.db, signer)
  refuseFrozen(signer.phase)
  refuseOutOfTurn(found)
  const given = readGiven(await findOwnBoxes(parts.database.db, signer), filled)
  await parts.throttle.count('sign', String(participantId))
  const fillings = await drawImages(parts, found, given, signal)

  await parts.database.transaction(async (tx) => {
    const own = await holdOwnToAct(tx, parts, signer)
    const { template, person } = own
    for (const [boxId, filling] of fillings) await fillBox(tx, boxId, await boxFilling.seal(parts.sealer, { tx, roomId }, boxId, filling))
    await settleParticipant(tx, participantId, { status: 'DONE', at: parts.clock.now() })
    await recordDeed(tx, parts, signer, own, person.type === 'APPROVER' ? 'approved' : 'signed')
    await takeTurns(tx, parts, template, machine(roomId))
  })
}

/** What is to stand in which box, by the box's id, with images as they came; what is empty is left out. */
function readGiven(boxes: readonly BoxRow[], filled: Filled): ReadonlyMap<number, BoxFilling> {
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  const given = new Map<number, BoxFilling>()
  const named = new Set<number>()
  for (const { id, image, text: written } of filled) {
    const box = byKey.get(String(id))
    if (!box) throw new Refusal('NOT_FOUND')
    if (named.has(box.id) || (box.type === 'SIGN' ? written : image) !== undefined) throw new Refusal('BAD_REQUEST')
    named.add(box.id)
    const read = written === undefined ? '' : readText(written)
    if (image !== undefined) given.set(box.id, { image })
    else if (read !== '') given.set(box.id, { text: read })
  }
  const empty = boxes.filter(({ id, required }) => required && !given.has(id))
  if (empty.length > 0) throw new Refusal('SIGN_BOX_EMPTY', { variables: { count: empty.length } })
  return given
}

/** The same with images drawn anew, one after the other. All people of a document have the same share of what its images may come to. */
async function drawImages(
  { database: { db }, stampImages }: SigningParts,
  { template }: Own,
  given: ReadonlyMap<number, BoxFilling>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, BoxFilling>> {
  // The same signature stands in many boxes, as a rule.
  const dataUrls = new Set([...given.values()].flatMap(({ image }) => image ?? []))
  const signers = (await findParticipants(db, [template.id])).filter(({ type }) => type === 'SIGNER').length
  const share = LIMITS.signatureImagesBytes / Math.max(1, signers)
  const drawn = new Map<string, string>()
  let bytes = 0
  for (const dataUrl of dataUrls) {
    const image = await signatureOf(stampImages, dataUrl, signal)
    bytes += image.length
    if (bytes > share) throw new Refusal('SIGN_IMAGE')
    drawn.set(dataUrl, image)
  }
  return new Map([...given].map(([id, { text, image }]) => [id, image === undefined ? { text } : { image: drawn.get(image) }]))
}

function readText(given: string): string {
  const parsed = textIn.safeParse(given.trim())
  if (!parsed.success) throw new Refusal('SIGN_TEXT', { variables: { limit: LIMITS.boxText } })
  refuseLetters(parsed.data)
  return parsed.data
}
