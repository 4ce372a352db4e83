import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { formatSize } from '../../../../contract/core/format-size.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { updateUpload } from '../../../../contract/features/compose.ts'
import type { Annotation } from '../../../../contract/features/composed.ts'
import { beginsOn, clampField } from '../../../../paper/fields/field-box.ts'
import { displayedFromReference, type Size } from '../../../../paper/space/page-space.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { isUsableName } from '../../documents/index.ts'
import { identityOf } from '../../members/index.ts'
import { type TemplateTexts, templateTexts } from '../encrypted-values.ts'
import type { EsignParts } from '../esign.parts.ts'
import { openDraft } from './change-draft.ts'
import { refuseLetters } from './refuse-letters.ts'
import {
  findBoxes,
  findParticipants,
  holdImageIds,
  type ParticipantRow,
  type TemplateRow,
} from './templates.read.ts'
import {
  imagesOf,
  type NewBox,
  replaceBoxes,
  replaceImages,
  updateTemplate,
} from './templates.store.ts'

type UpdateDraftInput = z.output<(typeof updateUpload)['body']>
type GivenBox = NonNullable<UpdateDraftInput['boxes']>[number]

/**
 * Moves boxes inside their page.
 * @throws Refusal NOT_FOUND also for unknown people and images, COMPOSE_NOT_DRAFT, COMPOSE_CHANGED, COMPOSE_TOO_LARGE, NAME_UNUSABLE,
 * SIGN_LETTERS, BOX_BEYOND_PAGE
 * @throws Refusal BAD_REQUEST for unknown pages, duplicate ids, boxes of non-signers, labelled signature boxes
 */
export async function updateDraft(
  parts: Pick<EsignParts, 'database' | 'encryptor' | 'activity' | 'clock' | 'confirm'>,
  actor: Actor,
  changes: UpdateDraftInput,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const draft = await openDraft(tx, parts, actor, changes.templateId)
    if (changes.revision !== undefined && changes.revision !== draft.revision)
      throw new Refusal('COMPOSE_CHANGED')
    if (changes.name !== undefined && !isUsableName(changes.name))
      throw new Refusal('NAME_UNUSABLE')
    refusePages(changes, draft.pages.length)
    const given =
      changes.boxes &&
      placedBoxes(changes.boxes, draft.pages, await findParticipants(tx, [draft.id]))
    const before = await textsBefore(tx, parts, draft, changes)
    const boxes =
      given &&
      (changes.pages ? mergeBoxes(await keptBoxes(tx, draft.id, before), given, changes) : given)
    const place = { roomId: actor.roomId, templateId: draft.id }
    if (boxes)
      await replaceBoxes(
        tx,
        place,
        boxes.map(({ placed }) => placed),
      )
    const annotations =
      changes.annotations &&
      (changes.pages ? mergeAnnotations(before.annotations, changes) : changes.annotations)
    if (annotations) await placeAnnotations(tx, draft, annotations)
    await updateTemplate(tx, draft.id, {
      revision: draft.revision + 1,
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.signValid === undefined ? {} : { sign_valid: changes.signValid }),
      ...(changes.waterMark === undefined ? {} : { water_mark: changes.waterMark }),
      ...(await changedTexts(tx, parts, draft, {
        before,
        notice: changes.notice,
        annotations,
        labels: boxes && labelsOf(boxes),
      })),
    })
  })
}

interface PlacedBox {
  readonly placed: NewBox
  readonly label: string
}

function placedBoxes(
  boxes: readonly GivenBox[],
  pages: readonly Size[],
  people: readonly ParticipantRow[],
): PlacedBox[] {
  const all = boxes.map((box): PlacedBox => {
    const { typeName: type, page, label = '' } = box
    const size = pages[page]
    if (!size || (label !== '' && type !== 'TEXT')) throw new Refusal('BAD_REQUEST')
    const given = displayedFromReference(
      { x: box.scaledX, y: box.scaledY, w: box.scaledW, h: box.scaledH },
      size,
    )
    const key = String(box.id ?? randomUUID())
    if (!beginsOn(given, size))
      throw new Refusal('BOX_BEYOND_PAGE', { variables: { id: key, page: page + 1 } })
    const own = {
      key,
      type,
      page,
      participantId: signerOf(box, people),
      required: box.required ?? true,
    }
    return { placed: { ...own, ...clampField(given, size) }, label }
  })
  if (new Set(all.map(({ placed }) => placed.key)).size < all.length)
    throw new Refusal('BAD_REQUEST')
  return all
}

type Scope = Pick<UpdateDraftInput, 'pages' | 'adds'>

/** @throws Refusal BAD_REQUEST */
function refusePages(
  { pages, adds, boxes = [], annotations = [] }: UpdateDraftInput,
  count: number,
): void {
  if (pages === undefined && adds === undefined) return
  const named = new Set(pages)
  const isSound =
    pages !== undefined && named.size === pages.length && pages.every((page) => page < count)
  if (!isSound || ![...boxes, ...annotations].every(({ page }) => named.has(page)))
    throw new Refusal('BAD_REQUEST')
}

function merged<Piece>(
  before: readonly Piece[],
  given: readonly Piece[],
  { pages, adds }: Scope,
  read: PieceReader<Piece>,
): Piece[] {
  const replaced = new Set(adds ? [] : pages)
  const moved = new Set(given.map((piece) => read(piece).id))
  const kept = before.filter(
    (piece) => !replaced.has(read(piece).page) && !moved.has(read(piece).id),
  )
  return [...kept, ...given].toSorted((one, other) => read(one).page - read(other).page)
}

type PieceReader<Piece> = (piece: Piece) => { readonly id: string; readonly page: number }

/** @throws Refusal BAD_REQUEST for too many boxes */
function mergeBoxes(
  before: readonly PlacedBox[],
  given: readonly PlacedBox[],
  scope: Scope,
): PlacedBox[] {
  const all = merged(before, given, scope, ({ placed: { key, page } }) => ({ id: key, page }))
  if (all.length > LIMITS.boxesPerDocument) throw new Refusal('BAD_REQUEST')
  return all
}

function mergeAnnotations(
  before: readonly Annotation[],
  { annotations = [], ...scope }: UpdateDraftInput,
): Annotation[] {
  refuseTwice(annotations)
  const all = merged(before, annotations, scope, (annotation) => annotation)
  if (all.length > LIMITS.annotationsPerDocument) throw new Refusal('BAD_REQUEST')
  if (Buffer.byteLength(JSON.stringify(all)) > LIMITS.annotationsBytes)
    throw new Refusal('COMPOSE_TOO_LARGE', {
      variables: { limit: formatSize(LIMITS.annotationsBytes) },
    })
  return all
}

async function keptBoxes(
  tx: Tx,
  templateId: number,
  { labels }: TemplateTexts,
): Promise<PlacedBox[]> {
  return (await findBoxes(tx, templateId)).map(
    ({ key, type, page, x, y, w, h, participant_id: participantId, required }) => ({
      placed: { key, type, page, x, y, w, h, participantId, required },
      label: (Object.hasOwn(labels, key) ? labels[key] : undefined) ?? '',
    }),
  )
}

function refuseTwice(annotations: readonly Annotation[]): void {
  if (new Set(annotations.map(({ id }) => id)).size < annotations.length)
    throw new Refusal('BAD_REQUEST')
}

const labelsOf = (boxes: readonly PlacedBox[]): TemplateTexts['labels'] =>
  Object.fromEntries(
    boxes.flatMap(({ placed, label }) => (label === '' ? [] : [[placed.key, label]])),
  )

function signerOf(
  { participant: named }: GivenBox,
  people: readonly ParticipantRow[],
): number | null {
  if (named === undefined || named === null) return null
  const address = typeof named === 'number' ? undefined : (parseAddress(named.trim()) ?? named)
  const found = people.find(({ id, email }) =>
    address === undefined ? id === named : isSameAddress(email, address),
  )
  if (!found) throw new Refusal('NOT_FOUND')
  if (found.type !== 'SIGNER') throw new Refusal('BAD_REQUEST')
  return found.id
}

export const isSameAddress = (one: string, other: string): boolean =>
  identityOf(one) === identityOf(other)

async function placeAnnotations(
  tx: Tx,
  { id: templateId, room_id, pages }: TemplateRow,
  annotations: readonly Annotation[],
): Promise<void> {
  if (!annotations.every(({ page }) => page < pages.length)) throw new Refusal('BAD_REQUEST')
  refuseTwice(annotations)
  for (const each of annotations) if (each.kind === 'TEXT') refuseLetters(each.text)
  const images = imagesOf(annotations)
  if (images.size > 0 && (await holdImageIds(tx, room_id, [...images])).size < images.size)
    throw new Refusal('NOT_FOUND')
  await replaceImages(tx, templateId, images)
}

type TextsOf = Partial<{ readonly [Key in keyof TemplateTexts]: TemplateTexts[Key] | undefined }>

const NO_TEXTS: TemplateTexts = { notice: '', annotations: [], labels: {} }

const textsBefore = async (
  tx: Tx,
  { encryptor }: Pick<EsignParts, 'encryptor'>,
  draft: TemplateRow,
  { notice, annotations, boxes }: UpdateDraftInput,
) =>
  notice === undefined && annotations === undefined && boxes === undefined
    ? NO_TEXTS
    : templateTexts.decrypt(encryptor, { db: tx, roomId: draft.room_id }, draft.id, draft.sealed)

interface TextChanges extends TextsOf {
  readonly before: TemplateTexts
}

async function changedTexts(
  tx: Tx,
  { encryptor }: Pick<EsignParts, 'encryptor'>,
  draft: TemplateRow,
  { before, notice, annotations, labels }: TextChanges,
) {
  if (notice === undefined && annotations === undefined && labels === undefined) return {}
  const texts = {
    notice: notice ?? before.notice,
    annotations: annotations ?? before.annotations,
    labels: labels ?? before.labels,
  }
  return {
    sealed: await templateTexts.encrypt(encryptor, { tx, roomId: draft.room_id }, draft.id, texts),
  }
}
