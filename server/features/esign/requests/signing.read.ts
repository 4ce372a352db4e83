import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { RoomTables } from '../../rooms/index.ts'
import type { ParticipantRow } from '../drafting/templates.read.ts'
import type { EsignTables } from '../esign.tables.ts'
import { IN_TURN, REMIND_BEFORE_MS } from './signing.rules.ts'

/** A concurrent revocation waits or is visible. */
export async function holdParticipant(
  tx: Tx,
  participantId: number,
): Promise<ParticipantRow | undefined> {
  return tx
    .withTables<EsignTables>()
    .selectFrom('template_participants')
    .selectAll()
    .where('id', '=', participantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type SignerRow = NonNullable<Awaited<ReturnType<typeof findSigner>>>

function signerQuery(db: Queryable, digest: Buffer) {
  return db
    .withTables<EsignTables & Pick<RoomTables, 'rooms'>>()
    .selectFrom('template_participants')
    .innerJoin('templates', 'templates.id', 'template_participants.template_id')
    .innerJoin('rooms', 'rooms.id', 'templates.room_id')
    .select([
      'template_participants.id',
      'template_participants.room_id',
      'template_participants.template_id',
    ])
    .select([
      'template_participants.name',
      'template_participants.email',
      'template_participants.expires_at',
      'linked_at',
    ])
    .select([
      'template_participants.status',
      'templates.status as template_status',
      'templates.ended_at',
      'sign_valid',
      'rooms.phase',
    ])
    .where('token_digest', '=', digest)
}

/** @param digest SHA-256 of the token */
export async function findSigner(db: Queryable, digest: Buffer) {
  return signerQuery(db, digest).executeTakeFirst()
}

/** A concurrent freeze or closing waits or is visible. */
export async function holdSigner(tx: Tx, digest: Buffer) {
  return signerQuery(tx, digest).forKeyShare('rooms').executeTakeFirst()
}

export async function findOverdue(db: Queryable, now: Date, limit: number) {
  return db
    .withTables<EsignTables>()
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

/** Excludes recently linked people. */
export async function findNearlyOverdue(db: Queryable, now: Date, limit: number) {
  const until = new Date(now.getTime() + REMIND_BEFORE_MS)
  return db
    .withTables<EsignTables & Pick<RoomTables, 'rooms'>>()
    .selectFrom('template_participants')
    .innerJoin('templates', 'templates.id', 'template_participants.template_id')
    .innerJoin('rooms', 'rooms.id', 'templates.room_id')
    .select(['templates.id', 'templates.room_id'])
    .distinct()
    .where('rooms.phase', '=', 'open')
    .where('templates.status', '=', 'SENT')
    .where('template_participants.status', 'in', [...IN_TURN])
    .where('template_participants.expires_at', '>', now)
    .where('template_participants.expires_at', '<=', until)
    .where(sql<boolean>`linked_at < expires_at - ${`${REMIND_BEFORE_MS} milliseconds`}::interval`)
    .orderBy('templates.id')
    .limit(limit)
    .execute()
}
