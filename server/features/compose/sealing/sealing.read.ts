import type { Sealer } from '../../../platform/crypto/sealer.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ComposeTables } from '../compose.tables.ts'
import { type EventTrace, eventTrace } from '../sealed-values.ts'

/** Which document. */
export interface TemplateKey {
  readonly roomId: number
  readonly templateId: number
}

/** A document that waits to be sealed. */
export type SealingRow = NonNullable<Awaited<ReturnType<typeof findSealing>>>

/** The document, as long as it is to be sealed. */
export async function findSealing(db: Queryable, { roomId, templateId }: TemplateKey) {
  return db
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', templateId)
    .where('room_id', '=', roomId)
    .where('status', '=', 'SEALING')
    .executeTakeFirst()
}

/** All documents that are to be sealed. */
export async function findAllSealing(db: Queryable): Promise<TemplateKey[]> {
  const rows = await db
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .select(['id', 'room_id'])
    .where('status', '=', 'SEALING')
    .orderBy('id')
    .execute()
  return rows.map(({ id, room_id }) => ({ roomId: room_id, templateId: id }))
}

/** Locks the document until the transaction ends. @returns false where it is not in this status (any more). */
export async function holdTemplate(tx: Tx, { roomId, templateId }: TemplateKey, status: 'SEALING' | 'FAILED'): Promise<boolean> {
  const row = await tx
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .select('id')
    .where('id', '=', templateId)
    .where('room_id', '=', roomId)
    .where('status', '=', status)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type ParticipantRow = Awaited<ReturnType<typeof findParticipants>>[number]

/** Whom a document concerns, in the order of their turns. */
export async function findParticipants(db: Queryable, templateId: number) {
  return db
    .withTables<ComposeTables>()
    .selectFrom('template_participants')
    .select(['id', 'name', 'email', 'type', 'language', 'invited_at', 'opened_at', 'done_at'])
    .where('template_id', '=', templateId)
    .orderBy('sign_order')
    .orderBy('id')
    .execute()
}

export async function findFilledBoxes(db: Queryable, templateId: number) {
  return db
    .withTables<ComposeTables>()
    .selectFrom('template_boxes')
    .select(['id', 'type', 'page', 'x', 'y', 'w', 'h', 'participant_id', 'sealed'])
    .where('template_id', '=', templateId)
    .where('sealed', 'is not', null)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
}

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number]

/** What happened to a document, in order. */
export async function findEvents(db: Queryable, sealer: Sealer, { roomId, templateId }: TemplateKey) {
  const rows = await db
    .withTables<ComposeTables>()
    .selectFrom('template_events')
    .select(['id', 'participant_id', 'kind', 'at', 'sealed'])
    .where('template_id', '=', templateId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const open = async (id: number, sealed: Buffer | null): Promise<Partial<EventTrace>> =>
    sealed === null ? {} : eventTrace.open(sealer, { db, roomId }, id, sealed)
  return Promise.all(
    rows.map(async ({ id, sealed, ...event }) => {
      const { address, agent } = await open(id, sealed)
      return { ...event, address: address ?? null, agent: agent ?? null }
    }),
  )
}

/** An image for stamping, sealed. @throws Error where the room has no such image. */
export async function findImage(db: Queryable, roomId: number, imageId: number): Promise<Buffer> {
  const { sealed } = await db
    .withTables<ComposeTables>()
    .selectFrom('compose_images')
    .select('sealed')
    .where('id', '=', imageId)
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  return sealed
}

/** The name of a document of the room. */
export async function findTemplateName(db: Queryable, { roomId, templateId }: TemplateKey): Promise<string | undefined> {
  const row = await db
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .select('name')
    .where('id', '=', templateId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return row?.name
}
