import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { updateUpload } from '../../../contract/features/compose.ts'
import type { Annotation } from '../../../contract/features/composed.ts'
import { clampField } from '../../../paper/fields/field-box.ts'
import { displayedFromReference, type Size } from '../../../paper/space/page-space.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { isUsableName } from '../documents/index.ts'
import { identityOf } from '../members/index.ts'
import { openDraft } from './change-draft.ts'
import type { ComposeParts } from './compose.parts.ts'
import { refuseLetters } from './refuse-letters.ts'
import { type TemplateTexts, templateTexts } from './sealed-values.ts'
import { findParticipants, holdImageIds, type ParticipantRow, type TemplateRow } from './templates.read.ts'
import { imagesOf, type NewBox, replaceBoxes, replaceImages, updateTemplate } from './templates.store.ts'

type Changes = z.output<(typeof updateUpload)['body']>
type GivenBox = NonNullable<Changes['boxes']>[number]

/**
 * Changes a draft. Boxes that reach beyond their page are moved onto it.
 * @throws Refusal NOT_FOUND also for people and images that are not there, COMPOSE_NOT_DRAFT, COMPOSE_CHANGED, NAME_UNUSABLE, SIGN_LETTERS, and
 * BAD_REQUEST for pages that the document has not, ids that come twice, boxes of somebody who signs nothing, and labels of boxes to sign in.
 */
export async function updateDraft(parts: ComposeParts, actor: Actor, changes: Changes): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const draft = await openDraft(tx, parts, actor, changes.templateId)
    if (changes.revision !== undefined && changes.revision !== draft.revision) throw new Refusal('COMPOSE_CHANGED')
    if (changes.name !== undefined && !isUsableName(changes.name)) throw new Refusal('NAME_UNUSABLE')
    const boxes = changes.boxes && placedBoxes(changes.boxes, draft.pages, await findParticipants(tx, [draft.id]))
    if (boxes) {
      const place = { roomId: actor.roomId, templateId: draft.id }
      await replaceBoxes(
        tx,
        place,
        boxes.map(({ placed }) => placed),
      )
    }
    if (changes.annotations) await placeAnnotations(tx, draft, changes.annotations)
    await updateTemplate(tx, draft.id, {
      revision: draft.revision + 1,
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.signValid === undefined ? {} : { sign_valid: changes.signValid }),
      ...(changes.waterMark === undefined ? {} : { water_mark: changes.waterMark }),
      ...(await changedTexts(tx, parts, draft, { ...changes, labels: boxes && labelsOf(boxes) })),
    })
  })
}

interface PlacedBox {
  /** As it is stored. */
  readonly placed: NewBox
  /** What it is called, which is sealed. */
  readonly label: string
}

function placedBoxes(boxes: readonly GivenBox[], pages: readonly Size[], people: readonly ParticipantRow[]): PlacedBox[] {
  const all = boxes.map((box): PlacedBox => {
    const { typeName: type, page, label = '' } = box
    const size = pages[page]
    if (!size || (label !== '' && type !== 'TEXT')) throw new Refusal('BAD_REQUEST')
    const given = displayedFromReference({ x: box.scaledX, y: box.scaledY, w: box.scaledW, h: box.scaledH }, size)
    const key = String(box.id ?? randomUUID())
    const own = { key, type, page, participantId: signerOf(box, people), required: box.required ?? true }
    return { placed: { ...own, ...clampField(given, size) }, label }
  })
  if (new Set(all.map(({ placed }) => placed.key)).size < all.length) throw new Refusal('BAD_REQUEST')
  return all
}

const labelsOf = (boxes: readonly PlacedBox[]): TemplateTexts['labels'] =>
  Object.fromEntries(boxes.flatMap(({ placed, label }) => (label === '' ? [] : [[placed.key, label]])))

function signerOf({ participant: named }: GivenBox, people: readonly ParticipantRow[]): number | null {
  if (named === undefined || named === null) return null
  const address = typeof named === 'number' ? undefined : (parseAddress(named.trim()) ?? named)
  const found = people.find(({ id, email }) => (address === undefined ? id === named : isSameAddress(email, address)))
  if (!found) throw new Refusal('NOT_FOUND')
  if (found.type !== 'SIGNER') throw new Refusal('BAD_REQUEST')
  return found.id
}

/** Whether both write to the same person. */
export const isSameAddress = (one: string, other: string): boolean => identityOf(one) === identityOf(other)

async function placeAnnotations(
  tx: Tx,
  { id: templateId, room_id, pages }: TemplateRow,
  annotations: readonly Annotation[],
): Promise<void> {
  const isOnPage = annotations.every(({ page }) => page < pages.length)
  if (!isOnPage || new Set(annotations.map(({ id }) => id)).size < annotations.length) throw new Refusal('BAD_REQUEST')
  for (const each of annotations) if (each.kind === 'TEXT') refuseLetters(each.text)
  const images = imagesOf(annotations)
  if (images.size > 0 && (await holdImageIds(tx, room_id, [...images])).size < images.size) throw new Refusal('NOT_FOUND')
  await replaceImages(tx, templateId, images)
}

interface TextChanges extends Pick<Changes, 'notice' | 'annotations'> {
  /** Of all boxes, where they are placed anew. */
  readonly labels: TemplateTexts['labels'] | undefined
}

async function changedTexts(tx: Tx, { sealer }: ComposeParts, draft: TemplateRow, { notice, annotations, labels }: TextChanges) {
  if (notice === undefined && annotations === undefined && labels === undefined) return {}
  const before = await templateTexts.open(sealer, { db: tx, roomId: draft.room_id }, draft.id, draft.sealed)
  const texts = { notice: notice ?? before.notice, annotations: annotations ?? before.annotations, labels: labels ?? before.labels }
  return { sealed: await templateTexts.seal(sealer, { tx, roomId: draft.room_id }, draft.id, texts) }
}
