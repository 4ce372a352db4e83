import { type NotNull, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { EsignTables } from '../esign.tables.ts'

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>
export type ParticipantRow = Awaited<ReturnType<typeof findParticipants>>[number]
export type BoxRow = Awaited<ReturnType<typeof findBoxes>>[number]

const templates = (db: Queryable, roomId: number) =>
  db.withTables<EsignTables>().selectFrom('templates').where('room_id', '=', roomId)

export async function findTemplate(db: Queryable, roomId: number, templateId: number) {
  return templates(db, roomId).selectAll().where('id', '=', templateId).executeTakeFirst()
}

/** Searches all rooms, so callers must authorize. */
export async function findTemplateAnywhere(
  db: Queryable,
  templateId: number,
): Promise<TemplateRow | undefined> {
  return db
    .withTables<EsignTables>()
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', templateId)
    .executeTakeFirst()
}

/** Changes lock the document first. */
export async function holdTemplate(
  tx: Tx,
  roomId: number,
  templateId: number,
): Promise<TemplateRow | undefined> {
  return templates(tx, roomId)
    .selectAll()
    .where('id', '=', templateId)
    .forUpdate()
    .executeTakeFirst()
}

export async function findParticipants(db: Queryable, templateIds: readonly number[]) {
  return db
    .withTables<EsignTables>()
    .selectFrom('template_participants')
    .selectAll()
    .where(sql<boolean>`template_id = any(${[...templateIds]}::bigint[])`)
    .orderBy('id')
    .execute()
}

export async function findBoxes(db: Queryable, templateId: number) {
  return db
    .withTables<EsignTables>()
    .selectFrom('template_boxes')
    .selectAll()
    .where('template_id', '=', templateId)
    .orderBy('ordinal')
    .execute()
}

export async function findUnreached(
  db: Queryable,
  participantIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .withTables<{ mails: { id: number; participant_id: number | null; status: string } }>()
    .selectFrom('mails')
    .distinctOn('participant_id')
    .select(['participant_id', 'status'])
    .where(sql<boolean>`participant_id = any(${[...participantIds]}::bigint[])`)
    .orderBy('participant_id')
    .orderBy('id', 'desc')
    .execute()
  return new Set(
    rows.flatMap(({ participant_id, status }) =>
      participant_id !== null && status === 'failed' ? [participant_id] : [],
    ),
  )
}

interface TemplatePage {
  /** The bound is exclusive. */
  readonly before: number | undefined
  readonly limit: number
}

export async function listTemplates(
  db: Queryable,
  roomId: number,
  { before, limit }: TemplatePage,
) {
  let query = templates(db, roomId)
    .select([
      'id',
      'name',
      'status',
      'created_at',
      sql<number>`jsonb_array_length(pages)`.as('page_count'),
    ])
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}

export async function findSealed(db: Queryable, roomId: number, email?: string) {
  const sealed = templates(db, roomId)
    .select(['id', 'name', 'result_id', 'ended_at'])
    .where('status', '=', 'COMPLETED')
    .where('result_id', 'is not', null)
    .orderBy('id')
    .$narrowType<{ result_id: NotNull }>()
  if (email === undefined) return sealed.execute()
  const own = sql<boolean>`exists (
    select 1 from template_participants as person where person.template_id = templates.id and lower(person.email) = ${email.toLowerCase()})`
  return sealed.where(own).execute()
}

export const heldFiles = (db: Queryable, roomId: number) =>
  db
    .withTables<EsignTables>()
    .selectFrom('compose_files')
    .select('compose_files.id as file_id')
    .where('room_id', '=', roomId)

export async function holdImageIds(
  db: Tx,
  roomId: number,
  imageIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .withTables<EsignTables>()
    .selectFrom('compose_images')
    .select('id')
    .where('room_id', '=', roomId)
    .where(sql<boolean>`id = any(${[...imageIds]}::bigint[])`)
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function findImage(
  db: Queryable,
  roomId: number,
  imageId: number,
): Promise<{ readonly sealed: Buffer } | undefined> {
  return db
    .withTables<EsignTables>()
    .selectFrom('compose_images')
    .select('sealed')
    .where('room_id', '=', roomId)
    .where('id', '=', imageId)
    .executeTakeFirst()
}

export async function findComposeBlobs(
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<EsignTables>()
    .selectFrom('compose_files')
    .select('blob_id')
    .where(sql<boolean>`blob_id = any(${[...blobIds]}::text[])`)
    .execute()
  return new Set(rows.map(({ blob_id }) => blob_id))
}
