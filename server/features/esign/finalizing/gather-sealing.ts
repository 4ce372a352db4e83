import { formatMinute } from '../../../../contract/core/room-time.ts'
import type { Annotation } from '../../../../contract/features/composed.ts'
import {
  displayedFromReference,
  displayedPathFromReference,
  type Rect,
  type Size,
} from '../../../../paper/space/page-space.ts'
import { type Watermark, watermarkText } from '../../../../paper/watermark/layout.ts'
import { type PageDrawing, PdfError, type SealRequest } from '../../../workers/esign/index.ts'
import { addresseeOf } from '../../members/index.ts'
import { type RoomRow, roomIfAny, watermarkStyleOf } from '../../rooms/index.ts'
import type { EsignFile } from '../drafting/compose-files.ts'
import {
  findBoxes,
  findImage,
  findParticipants,
  type ParticipantRow,
  type TemplateRow,
} from '../drafting/templates.read.ts'
import { boxFilling, imagePurpose, templateTexts } from '../encrypted-values.ts'
import { auditFacts } from './audit-facts.ts'
import type { SealingParts } from './sealing.parts.ts'
import { findEvents } from './sealing.read.ts'

const INK = '#19202a'
/** Images are in memory, so base64 characters are limited. */
const MAX_IMAGES = 128 * 2 ** 20

export interface Gathered {
  readonly participants: readonly ParticipantRow[]
  readonly source: EsignFile
  readonly request: Omit<SealRequest, 'signature'>
}

export async function gatherSealing(
  parts: Pick<SealingParts, 'database' | 'files' | 'encryptor'>,
  template: TemplateRow,
  at: Date,
): Promise<Gathered> {
  const { db } = parts.database
  const roomId = template.room_id
  const room = await roomIfAny(db, roomId)
  const member = await addresseeOf(db, roomId, template.created_by)
  if (!room || !member) throw new Error('a document without a room or an author')
  const author = { name: member.name, email: member.email }
  const source = await parts.files.open(db, roomId, template.source_id)
  const images = new ImageList()
  const { annotations } = await templateTexts.decrypt(
    parts.encryptor,
    { db, roomId },
    template.id,
    template.sealed,
  )
  const written = await drawAnnotations(parts, template, annotations, images)
  const { drawings: filled, imagesOf } = await drawFillings(parts, template, images)
  const participants = (await findParticipants(db, [template.id])).sort(
    (one, other) => one.sign_order - other.sign_order,
  )
  const events = await findEvents(db, parts.encryptor, { roomId, templateId: template.id })
  const audit = auditFacts({ template, room, author, participants, events, imagesOf, source, at })
  const request = {
    pages: template.pages,
    drawings: [...written, ...filled],
    images: images.list,
    audit,
    ...(template.water_mark ? { waterMark: markOf(author.email, room, at) } : {}),
  }
  return { participants, source, request }
}

const markOf = (email: string, room: RoomRow, at: Date): Watermark => ({
  text: watermarkText({ email, at: formatMinute(at, room.zone) }),
  style: watermarkStyleOf(room),
})

class ImageList {
  readonly list: string[] = []
  readonly #places = new Map<string, number>()
  #length = 0

  /** @throws PdfError TOO_LARGE */
  add(png: string): number {
    const known = this.#places.get(png)
    if (known !== undefined) return known
    this.#length += png.length
    if (this.#length > MAX_IMAGES) throw new PdfError('TOO_LARGE', 'too many images')
    const place = this.list.push(png) - 1
    this.#places.set(png, place)
    return place
  }
}

async function drawAnnotations(
  { database: { db }, encryptor }: Pick<SealingParts, 'database' | 'encryptor'>,
  { room_id: roomId, pages }: TemplateRow,
  annotations: readonly Annotation[],
  images: ImageList,
): Promise<PageDrawing[]> {
  const drawings: PageDrawing[] = []
  for (const annotation of annotations) {
    const page = pages[annotation.page]
    if (!page) continue
    if (annotation.kind === 'IMAGE') {
      const found = await findImage(db, roomId, annotation.image)
      if (!found) throw new Error('an image is gone that stands on a page')
      const png = await encryptor.open(db, roomId, imagePurpose(annotation.image), found.sealed)
      const image = images.add(png.toString('base64'))
      drawings.push({
        kind: 'image',
        page: annotation.page,
        rect: placeOf(annotation, page),
        image,
      })
    } else drawings.push(drawnAnnotation(annotation, page))
  }
  return drawings
}

function drawnAnnotation(
  annotation: Exclude<Annotation, { kind: 'IMAGE' }>,
  page: Size,
): PageDrawing {
  const { page: number, color } = annotation
  if (annotation.kind === 'TEXT')
    return {
      kind: 'text',
      page: number,
      rect: placeOf(annotation, page),
      text: annotation.text,
      color,
      size: annotation.size,
    }
  const isHighlight = annotation.kind === 'HIGHLIGHT'
  const paths = annotation.paths.map((path) => displayedPathFromReference(path, page))
  const opacity = annotation.kind === 'INK' ? annotation.opacity : 1
  return {
    kind: 'strokes',
    page: number,
    paths,
    thickness: annotation.thickness,
    color,
    opacity,
    isHighlight,
  }
}

interface Scaled {
  readonly scaledX: number
  readonly scaledY: number
  readonly scaledW: number
  readonly scaledH: number
}

const placeOf = ({ scaledX: x, scaledY: y, scaledW: w, scaledH: h }: Scaled, page: Size): Rect =>
  displayedFromReference({ x, y, w, h }, page)

async function drawFillings(
  { database: { db }, encryptor }: Pick<SealingParts, 'database' | 'encryptor'>,
  { id, room_id: roomId }: TemplateRow,
  images: ImageList,
): Promise<{
  readonly drawings: PageDrawing[]
  readonly imagesOf: ReadonlyMap<number, readonly number[]>
}> {
  const drawings: PageDrawing[] = []
  const imagesOf = new Map<number, number[]>()
  for (const { id: boxId, page, participant_id: person, sealed, x, y, w, h } of await findBoxes(
    db,
    id,
  )) {
    if (!sealed) continue
    const { text, image: png } = await boxFilling.decrypt(encryptor, { db, roomId }, boxId, sealed)
    const rect = { x, y, w, h }
    if (text) drawings.push({ kind: 'text', page, rect, text, color: INK })
    if (!png) continue
    const image = images.add(png)
    drawings.push({ kind: 'image', page, rect, image })
    if (person === null) continue
    const own = imagesOf.get(person) ?? []
    if (!own.includes(image)) imagesOf.set(person, [...own, image])
  }
  return { drawings, imagesOf }
}
