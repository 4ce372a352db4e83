import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { text } from '../../../../contract/features/composed.ts'
import type { complete } from '../../../../contract/features/signing.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { ImageError, imageType, type StampImages } from '../../../workers/image/index.ts'
import { machine } from '../../audit/index.ts'
import { refuseLetters } from '../drafting/refuse-letters.ts'
import { type BoxRow, findParticipants } from '../drafting/templates.read.ts'
import { type BoxFilling, boxFilling } from '../encrypted-values.ts'
import { recordSigningEvent } from '../requests/record-signing-event.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { fillBox, settleParticipant } from '../requests/signing.store.ts'
import { takeTurns } from '../requests/take-turns.ts'
import {
  findOwn,
  findOwnBoxes,
  holdOwnToAct,
  type Own,
  refuseFrozen,
  refuseOutOfTurn,
} from './hold-own.ts'
import type { Signer } from './signer-guard.ts'

type CompletingParts = Pick<
  SigningParts,
  | 'database'
  | 'encryptor'
  | 'stampImages'
  | 'outbox'
  | 'activity'
  | 'throttle'
  | 'clock'
  | 'bus'
  | 'publicUrl'
>

/** Images are data URLs. */
export type Filled = readonly Omit<z.output<typeof complete.body>['boxes'][number], 'imageFile'>[]

const textIn = text(LIMITS.boxText)

/**
 * Repeated calls take effect once.
 * @throws Refusal NOT_FOUND for another person's box, SIGN_BOX_EMPTY, SIGN_TEXT, SIGN_LETTERS, SIGN_IMAGE, SIGN_DONE, SIGN_NOT_YET,
 * TOO_MANY, BUSY, ROOM_FROZEN; the guard's.
 */
export async function completeSigning(
  parts: CompletingParts,
  signer: Signer,
  filled: Filled,
  signal: AbortSignal,
): Promise<void> {
  const { roomId, participantId } = signer
  // Image decoding is costly.
  const found = await findOwn(parts.database.db, signer)
  refuseFrozen(signer.phase)
  refuseOutOfTurn(found)
  const given = readGiven(await findOwnBoxes(parts.database.db, signer), filled)
  await parts.throttle.count('sign', String(participantId))
  const fillings = await drawImages(parts, found, given, signal)

  await parts.database.transaction(async (tx) => {
    const own = await holdOwnToAct(tx, parts, signer)
    const { template, person } = own
    for (const [boxId, filling] of fillings)
      await fillBox(
        tx,
        boxId,
        await boxFilling.encrypt(parts.encryptor, { tx, roomId }, boxId, filling),
      )
    await settleParticipant(tx, participantId, { status: 'DONE', at: parts.clock.now() })
    await recordSigningEvent(
      tx,
      parts,
      signer,
      own,
      person.type === 'APPROVER' ? 'approved' : 'signed',
    )
    await takeTurns(tx, parts, template, machine(roomId))
  })
}

function readGiven(boxes: readonly BoxRow[], filled: Filled): ReadonlyMap<number, BoxFilling> {
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  const given = new Map<number, BoxFilling>()
  const named = new Set<number>()
  for (const { id, image, text: written } of filled) {
    const box = byKey.get(String(id))
    if (!box) throw new Refusal('NOT_FOUND')
    if (named.has(box.id) || (box.type === 'SIGN' ? written : image) !== undefined)
      throw new Refusal('BAD_REQUEST')
    named.add(box.id)
    const read = written === undefined ? '' : readText(written)
    if (image !== undefined) given.set(box.id, { image })
    else if (read !== '') given.set(box.id, { text: read })
  }
  const empty = boxes.filter(({ id, required }) => required && !given.has(id))
  if (empty.length > 0) throw new Refusal('SIGN_BOX_EMPTY', { variables: { count: empty.length } })
  return given
}

const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * Only pixels are kept.
 * @returns base64 PNG
 * @throws Refusal SIGN_IMAGE, BUSY
 */
async function signatureOf(
  images: StampImages,
  dataUrl: string,
  signal: AbortSignal,
): Promise<string> {
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? '', 'base64')
  if (imageType(bytes) !== 'png') throw new Refusal('SIGN_IMAGE')
  try {
    return (await images.decode(bytes, signal)).png.toString('base64')
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw error.code === 'BUSY' ? new Refusal('BUSY', { retryAfter: 2 }) : new Refusal('SIGN_IMAGE')
  }
}

/** Signers share the image limit equally. */
async function drawImages(
  { database: { db }, stampImages }: Pick<SigningParts, 'database' | 'stampImages'>,
  { template }: Own,
  given: ReadonlyMap<number, BoxFilling>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, BoxFilling>> {
  const dataUrls = new Set([...given.values()].flatMap(({ image }) => image ?? []))
  const signers = (await findParticipants(db, [template.id])).filter(
    ({ type }) => type === 'SIGNER',
  ).length
  const share = LIMITS.signatureImagesBytes / Math.max(1, signers)
  const drawn = new Map<string, string>()
  let bytes = 0
  for (const dataUrl of dataUrls) {
    const image = await signatureOf(stampImages, dataUrl, signal)
    bytes += image.length
    if (bytes > share) throw new Refusal('SIGN_IMAGE')
    drawn.set(dataUrl, image)
  }
  return new Map(
    [...given].map(([id, { text, image }]) => [
      id,
      image === undefined ? { text } : { image: drawn.get(image) },
    ]),
  )
}

function readText(given: string): string {
  const parsed = textIn.safeParse(given.trim())
  if (!parsed.success) throw new Refusal('SIGN_TEXT', { variables: { limit: LIMITS.boxText } })
  refuseLetters(parsed.data)
  return parsed.data
}
