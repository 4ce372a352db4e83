import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { RoomTables } from '../../rooms/index.ts'
import type { ComposeTables } from '../compose.tables.ts'
import { IN_TURN, REMIND_BEFORE_MS } from './signing.rules.ts'

export type TemplateRow = Selectable<ComposeTables['templates']>
export type ParticipantRow = Selectable<ComposeTables['template_participants']>
export type BoxRow = Selectable<ComposeTables['template_boxes']>

/** A document of the room, held until the transaction ends: whatever changes it, its people or boxes holds it first. */
export async function holdTemplate(tx: Tx, roomId: number, templateId: number): Promise<TemplateRow | undefined> {
  return tx
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', templateId)
    .where('room_id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A document of the room as it is. */
export async function findTemplate(db: Queryable, roomId: number, templateId: number): Promise<TemplateRow | undefined> {
  return db
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', templateId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
}

/** The people of a document in the order of their turns. */
export async function findParticipants(db: Queryable, templateId: number): Promise<ParticipantRow[]> {
  return db
    .withTables<ComposeTables>()
    .selectFrom('template_participants')
    .selectAll()
    .where('template_id', '=', templateId)
    .orderBy('sign_order')
    .orderBy('id')
    .execute()
}

/** A person of a document, held until the transaction ends: a shut-out waits, or is seen. */
export async function holdParticipant(tx: Tx, participantId: number): Promise<ParticipantRow | undefined> {
  return tx
    .withTables<ComposeTables>()
    .selectFrom('template_participants')
    .selectAll()
    .where('id', '=', participantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The boxes of a document, or those of one person. */
export async function findBoxes(db: Queryable, templateId: number, participantId?: number): Promise<BoxRow[]> {
  const boxes = db.withTables<ComposeTables>().selectFrom('template_boxes').selectAll().where('template_id', '=', templateId)
  return (participantId === undefined ? boxes : boxes.where('participant_id', '=', participantId))
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
}

/** What a link to sign rests on, as it is now. */
export type SignerRow = NonNullable<Awaited<ReturnType<typeof findSigner>>>

/** By the digest of the link's token. */
export async function findSigner(db: Queryable, digest: Buffer) {
  return db
    .withTables<ComposeTables & Pick<RoomTables, 'rooms'>>()
    .selectFrom('template_participants')
    .innerJoin('templates', 'templates.id', 'template_participants.template_id')
    .innerJoin('rooms', 'rooms.id', 'templates.room_id')
    .select(['template_participants.id', 'template_participants.room_id', 'template_participants.template_id'])
    .select(['template_participants.name', 'template_participants.email', 'template_participants.expires_at', 'linked_at'])
    .select(['template_participants.status', 'templates.status as template_status', 'templates.ended_at', 'sign_valid', 'rooms.closed_at'])
    .where('token_digest', '=', digest)
    .executeTakeFirst()
}

/** An image for stamping. */
export async function findImage(db: Queryable, roomId: number, imageId: number) {
  return db
    .withTables<ComposeTables>()
    .selectFrom('compose_images')
    .select(['id', 'sealed'])
    .where('id', '=', imageId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
}

/** Documents that somebody has not signed in time, at most so many. */
export async function findOverdue(db: Queryable, now: Date, limit: number) {
  return db
    .withTables<ComposeTables>()
    .selectFrom('template_participants')
    .innerJoin('templates', 'templates.id', 'template_participants.template_id')
    .select(['templates.id', 'templates.room_id'])
    .distinct()
    .where('templates.status', '=', 'SENT')
    .where('template_participants.status', 'in', [...IN_TURN])
    .where('template_participants.expires_at', '<=', now)
    .orderBy('templates.id')
    .limit(limit)
    .execute()
}

/** Documents that wait for somebody whose time is nearly over and who was not mailed since; not those who had no more time at all. */
export async function findNearlyOverdue(db: Queryable, now: Date, limit: number) {
  const until = new Date(now.getTime() + REMIND_BEFORE_MS)
  return db
    .withTables<ComposeTables & Pick<RoomTables, 'rooms'>>()
    .selectFrom('template_participants')
    .innerJoin('templates', 'templates.id', 'template_participants.template_id')
    .innerJoin('rooms', 'rooms.id', 'templates.room_id')
    .select(['templates.id', 'templates.room_id'])
    .distinct()
    .where('rooms.closed_at', 'is', null)
    .where('templates.status', '=', 'SENT')
    .where('template_participants.status', 'in', [...IN_TURN])
    .where('template_participants.expires_at', '>', now)
    .where('template_participants.expires_at', '<=', until)
    .where(sql<boolean>`linked_at < expires_at - ${`${REMIND_BEFORE_MS} milliseconds`}::interval`)
    .orderBy('templates.id')
    .limit(limit)
    .execute()
}
