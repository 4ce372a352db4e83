import { sql } from 'kysely'
import type {
  Annotation,
  ComposedStatus,
  ParticipantType,
} from '../../../../contract/features/composed.ts'
import type { Size } from '../../../../paper/space/page-space.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import { imagePurpose, type TemplateTexts, templateTexts } from '../encrypted-values.ts'
import type { EsignTables } from '../esign.tables.ts'
import { documentStatesBefore } from '../signing-states.ts'

export interface NewTemplate {
  readonly roomId: number
  readonly createdBy: number
  readonly at: Date
  readonly name: string
  readonly originName: string
  readonly sourceId: number
  readonly itemId: number | null
  /** Sizes are in points, as displayed. */
  readonly pages: readonly Size[]
  readonly signValid: number
  readonly waterMark: boolean
  readonly wasSigned: boolean
  readonly texts: TemplateTexts
}

/** Encryption binds texts to the row id. */
const UNSEALED = Buffer.alloc(0)

export async function insertTemplate(
  tx: Tx,
  encryptor: Encryptor,
  made: NewTemplate,
): Promise<number> {
  const { id } = await tx
    .withTables<EsignTables>()
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
  await updateTemplate(tx, id, {
    sealed: await templateTexts.encrypt(encryptor, { tx, roomId: made.roomId }, id, made.texts),
  })
  await replaceImages(tx, id, imagesOf(made.texts.annotations))
  return id
}

export const imagesOf = (annotations: readonly Annotation[]): ReadonlySet<number> =>
  new Set(annotations.flatMap((each) => (each.kind === 'IMAGE' ? [each.image] : [])))

export async function replaceImages(
  tx: Tx,
  templateId: number,
  images: ReadonlySet<number>,
): Promise<void> {
  const tables = tx.withTables<EsignTables>()
  await tables.deleteFrom('template_images').where('template_id', '=', templateId).execute()
  const rows = [...images].map((imageId) => ({ template_id: templateId, image_id: imageId }))
  if (rows.length > 0) await tables.insertInto('template_images').values(rows).execute()
}

export interface TemplateChanges {
  readonly name?: string
  readonly sign_valid?: number
  readonly water_mark?: boolean
  readonly sealed?: Buffer
  readonly revision?: number
  readonly edit_noted_at?: Date
}

/** The document must be locked. */
export async function updateTemplate(
  tx: Tx,
  templateId: number,
  changes: TemplateChanges,
): Promise<void> {
  await tx
    .withTables<EsignTables>()
    .updateTable('templates')
    .set(changes)
    .where('id', '=', templateId)
    .execute()
}

interface Movement {
  readonly status: Exclude<ComposedStatus, 'DRAFT'>
  readonly sent_at?: Date
  readonly ended_at?: Date
  readonly result_id?: number
  readonly failure?: string | null
  readonly failed_at?: Date | null
}

/** The document is locked, other states refused. */
export async function moveTemplate(tx: Tx, templateId: number, movement: Movement): Promise<void> {
  const { numUpdatedRows } = await tx
    .withTables<EsignTables>()
    .updateTable('templates')
    .set((eb) => ({ ...movement, revision: eb('revision', '+', 1) }))
    .where('id', '=', templateId)
    .where('status', 'in', documentStatesBefore(movement.status))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Error(`document ${templateId} cannot become ${movement.status} now`)
}

/** Coordinates are points of the displayed page. */
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

export async function replaceBoxes(
  tx: Tx,
  { roomId, templateId }: { readonly roomId: number; readonly templateId: number },
  boxes: readonly NewBox[],
): Promise<void> {
  const tables = tx.withTables<EsignTables>()
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

export async function releaseBoxes(tx: Tx, participantId: number): Promise<boolean> {
  const released = await tx
    .withTables<EsignTables>()
    .updateTable('template_boxes')
    .set({ participant_id: null })
    .where('participant_id', '=', participantId)
    .executeTakeFirst()
  return released.numUpdatedRows > 0n
}

export interface NewParticipant {
  readonly name: string
  readonly email: string
  readonly type: ParticipantType
  readonly order: number
}

export async function insertParticipant(
  tx: Tx,
  { roomId, templateId }: { readonly roomId: number; readonly templateId: number },
  { order, ...person }: NewParticipant,
  language: string,
): Promise<number> {
  const { id } = await tx
    .withTables<EsignTables>()
    .insertInto('template_participants')
    .values({ ...person, room_id: roomId, template_id: templateId, sign_order: order, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateParticipant(
  tx: Tx,
  participantId: number,
  { order, ...person }: NewParticipant,
): Promise<void> {
  await tx
    .withTables<EsignTables>()
    .updateTable('template_participants')
    .set({ ...person, sign_order: order })
    .where('id', '=', participantId)
    .execute()
}

export async function deleteParticipant(tx: Tx, participantId: number): Promise<void> {
  await tx
    .withTables<EsignTables>()
    .deleteFrom('template_participants')
    .where('id', '=', participantId)
    .execute()
}

export async function deleteTemplate(tx: Tx, templateId: number): Promise<void> {
  await tx.withTables<EsignTables>().deleteFrom('templates').where('id', '=', templateId).execute()
}

export async function holdComposeFile(
  tx: Tx,
  fileId: number,
): Promise<{ readonly size: number; readonly isUsed: boolean }> {
  const tables = tx.withTables<EsignTables>()
  const { size } = await tables
    .selectFrom('compose_files')
    .select('size')
    .where('id', '=', fileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
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

export async function insertImage(
  tx: Tx,
  encryptor: Encryptor,
  { roomId, createdBy, at, width, height, png }: NewImage,
): Promise<number> {
  const tables = tx.withTables<EsignTables>()
  const { id } = await tables
    .insertInto('compose_images')
    .values({
      room_id: roomId,
      created_by: createdBy,
      created_at: at,
      width,
      height,
      size: png.length,
      sealed: UNSEALED,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = await encryptor.encrypt(tx, roomId, imagePurpose(id), png)
  await tables.updateTable('compose_images').set({ sealed }).where('id', '=', id).execute()
  return id
}

interface RemovedImages {
  readonly roomId: number
  readonly count: number
  readonly bytes: number
}

export async function deleteUnusedImages(tx: Tx, before: Date): Promise<RemovedImages[]> {
  // Placing locks its image, so `skip locked` keeps it. The second statement sees earlier placements.
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
