import { sql } from 'kysely'
import type { Annotation, ComposedStatus, ParticipantType } from '../../../contract/features/composed.ts'
import type { Size } from '../../../paper/space/page-space.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ComposeTables } from './compose.tables.ts'
import { imagePurpose, type TemplateTexts, templateTexts } from './sealed-values.ts'

/** A document that is about to be composed. */
export interface NewTemplate {
  readonly roomId: number
  readonly createdBy: number
  readonly at: Date
  readonly name: string
  readonly originName: string
  readonly sourceId: number
  /** The document of the room that the PDF was taken of. */
  readonly itemId: number | null
  /** Of the pages as they are displayed, in points. */
  readonly pages: readonly Size[]
  readonly signValid: number
  readonly waterMark: boolean
  readonly wasSigned: boolean
  readonly texts: TemplateTexts
}

/** What is sealed is sealed for its row, whose id is known only then. */
const UNSEALED = Buffer.alloc(0)

/** @returns its id. */
export async function insertTemplate(tx: Tx, sealer: Sealer, made: NewTemplate): Promise<number> {
  const { id } = await tx
    .withTables<ComposeTables>()
    .insertInto('templates')
    .values({
      room_id: made.roomId,
      created_by: made.createdBy,
      created_at: made.at,
      name: made.name,
      origin_name: made.originName,
      source_id: made.sourceId,
      origin_item_id: made.itemId,
      pages: sql`${JSON.stringify(made.pages)}::jsonb`,
      sign_valid: made.signValid,
      water_mark: made.waterMark,
      was_signed: made.wasSigned,
      sealed: UNSEALED,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await updateTemplate(tx, id, { sealed: await templateTexts.seal(sealer, { tx, roomId: made.roomId }, id, made.texts) })
  await replaceImages(tx, id, imagesOf(made.texts.annotations))
  return id
}

/** The images that stand on pages. */
export const imagesOf = (annotations: readonly Annotation[]): ReadonlySet<number> =>
  new Set(annotations.flatMap((each) => (each.kind === 'IMAGE' ? [each.image] : [])))

/** Notes which images a document has, which are kept for it. */
export async function replaceImages(tx: Tx, templateId: number, images: ReadonlySet<number>): Promise<void> {
  const tables = tx.withTables<ComposeTables>()
  await tables.deleteFrom('template_images').where('template_id', '=', templateId).execute()
  const rows = [...images].map((imageId) => ({ template_id: templateId, image_id: imageId }))
  if (rows.length > 0) await tables.insertInto('template_images').values(rows).execute()
}

/** What changes of a document; what is left out stays. */
export interface TemplateChanges {
  readonly name?: string
  readonly sign_valid?: number
  readonly water_mark?: boolean
  readonly sealed?: Buffer
  readonly revision?: number
  readonly edit_noted_at?: Date
}

/** Changes a document; whoever calls holds it. */
export async function updateTemplate(tx: Tx, templateId: number, changes: TemplateChanges): Promise<void> {
  await tx.withTables<ComposeTables>().updateTable('templates').set(changes).where('id', '=', templateId).execute()
}

interface Movement {
  readonly status: ComposedStatus
  readonly sent_at?: Date
  readonly ended_at?: Date
  /** The sealed PDF. */
  readonly result_id?: number
  /** Why it could not be sealed, by the code of the table of errors. */
  readonly failure?: string | null
  readonly failed_at?: Date | null
}

/** A document comes to another status; what is left out stays. */
export async function moveTemplate(tx: Tx, templateId: number, movement: Movement): Promise<void> {
  await tx
    .withTables<ComposeTables>()
    .updateTable('templates')
    .set((eb) => ({ ...movement, revision: eb('revision', '+', 1) }))
    .where('id', '=', templateId)
    .execute()
}

/** A box as it is stored: in points of the displayed page. */
export interface NewBox {
  readonly key: string
  readonly type: 'SIGN' | 'TEXT'
  readonly page: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly participantId: number | null
  readonly required: boolean
}

/** Puts boxes in the place of all that a document has. */
export async function replaceBoxes(
  tx: Tx,
  { roomId, templateId }: { readonly roomId: number; readonly templateId: number },
  boxes: readonly NewBox[],
): Promise<void> {
  const tables = tx.withTables<ComposeTables>()
  await tables.deleteFrom('template_boxes').where('template_id', '=', templateId).execute()
  if (boxes.length === 0) return
  const rows = boxes.map(({ participantId, ...box }, ordinal) => ({
    ...box,
    ordinal,
    room_id: roomId,
    template_id: templateId,
    participant_id: participantId,
  }))
  await tables.insertInto('template_boxes').values(rows).execute()
}

/** Makes the boxes of a person nobody's. @returns whether there were any. */
export async function releaseBoxes(tx: Tx, participantId: number): Promise<boolean> {
  const released = await tx
    .withTables<ComposeTables>()
    .updateTable('template_boxes')
    .set({ participant_id: null })
    .where('participant_id', '=', participantId)
    .executeTakeFirst()
  return released.numUpdatedRows > 0n
}

/** Somebody whom a document concerns. */
export interface NewParticipant {
  readonly name: string
  readonly email: string
  readonly type: ParticipantType
  readonly order: number
}

/** @param language in which they are written to. @returns the id. */
export async function insertParticipant(
  tx: Tx,
  { roomId, templateId }: { readonly roomId: number; readonly templateId: number },
  { order, ...person }: NewParticipant,
  language: string,
): Promise<number> {
  const { id } = await tx
    .withTables<ComposeTables>()
    .insertInto('template_participants')
    .values({ ...person, room_id: roomId, template_id: templateId, sign_order: order, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A person of a draft is told differently. */
export async function updateParticipant(tx: Tx, participantId: number, { order, ...person }: NewParticipant): Promise<void> {
  await tx
    .withTables<ComposeTables>()
    .updateTable('template_participants')
    .set({ ...person, sign_order: order })
    .where('id', '=', participantId)
    .execute()
}

/** Removes a person of a draft; boxes that were theirs are nobody's then. */
export async function deleteParticipant(tx: Tx, participantId: number): Promise<void> {
  await tx.withTables<ComposeTables>().deleteFrom('template_participants').where('id', '=', participantId).execute()
}

/** Removes a document with its people, boxes and events; its PDFs stay. */
export async function deleteTemplate(tx: Tx, templateId: number): Promise<void> {
  await tx.withTables<ComposeTables>().deleteFrom('templates').where('id', '=', templateId).execute()
}

/** Holds a PDF until the transaction ends. @returns its size in bytes, and whether a document still has it. */
export async function holdComposeFile(tx: Tx, fileId: number): Promise<{ readonly size: number; readonly isUsed: boolean }> {
  const tables = tx.withTables<ComposeTables>()
  const { size } = await tables.selectFrom('compose_files').select('size').where('id', '=', fileId).forUpdate().executeTakeFirstOrThrow()
  const user = await tables
    .selectFrom('templates')
    .select('id')
    .where(({ or, eb }) => or([eb('source_id', '=', fileId), eb('result_id', '=', fileId)]))
    .limit(1)
    .executeTakeFirst()
  return { size, isUsed: user !== undefined }
}

interface NewImage {
  readonly roomId: number
  readonly createdBy: number
  readonly at: Date
  readonly width: number
  readonly height: number
  readonly png: Buffer
}

/** Keeps an image for stamping, sealed. @returns its id. */
export async function insertImage(tx: Tx, sealer: Sealer, { roomId, createdBy, at, width, height, png }: NewImage): Promise<number> {
  const tables = tx.withTables<ComposeTables>()
  const { id } = await tables
    .insertInto('compose_images')
    .values({ room_id: roomId, created_by: createdBy, created_at: at, width, height, size: png.length, sealed: UNSEALED })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = await sealer.seal(tx, roomId, imagePurpose(id), png)
  await tables.updateTable('compose_images').set({ sealed }).where('id', '=', id).execute()
  return id
}

interface RemovedImages {
  readonly roomId: number
  readonly count: number
  readonly bytes: number
}

/** Removes images that came before that time and stand on no page. @returns what that was, by room. */
export async function deleteUnusedImages(tx: Tx, before: Date): Promise<RemovedImages[]> {
  // Whoever puts one onto a page holds it: such a one is left out, and what was put there before is seen by the second statement.
  const held = await sql<{ id: number }>`
    select id from compose_images where created_at <= ${before} order by id for update skip locked
  `.execute(tx)
  const { rows } = await sql<{ room_id: number; count: number; bytes: number }>`
    with removed as (
      delete from compose_images where id = any(${held.rows.map(({ id }) => id)}::bigint[])
        and not exists (select from template_images where image_id = compose_images.id)
      returning room_id, size
    )
    select room_id, count(*)::int as count, sum(size)::bigint as bytes from removed group by room_id order by room_id
  `.execute(tx)
  return rows.map(({ room_id, count, bytes }) => ({ roomId: room_id, count, bytes }))
}
