import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { SessionTables } from './session.tables.ts'

function sessionQuery(db: Queryable, sessionId: string) {
  return db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .innerJoin('rooms', 'rooms.id', 'sessions.room_id')
    .leftJoin('sessions as parent', 'parent.id', 'sessions.parent_id')
    .leftJoin('members as subject', 'subject.id', 'sessions.subject_id')
    .select([
      'sessions.id',
      'sessions.room_id',
      'sessions.member_id',
      'sessions.address',
      'sessions.unproven',
      'sessions.created_at',
      'sessions.active_at',
      'sessions.notice_version',
      'sessions.raised_at',
      'sessions.ended_at',
      'sessions.end_reason',
      'members.user_id',
      'members.role_id',
      'members.name',
      'members.email',
      'members.position',
      'members.can_print',
      'members.can_download',
      'members.can_access',
      'members.can_have_text',
      'members.ended_at as member_ended_at',
      'rooms.watermark',
      'rooms.selection',
      'rooms.strict',
      'rooms.image_copies',
      'rooms.mark_density',
      'rooms.mark_strength',
      'rooms.zone',
      'rooms.phase',
      'sessions.parent_id',
      'parent.unproven as parent_unproven',
      'parent.created_at as parent_created_at',
      'parent.active_at as parent_active_at',
      'parent.notice_version as parent_notice_version',
      'parent.raised_at as parent_raised_at',
      'parent.ended_at as parent_ended_at',
      'sessions.subject_id',
      'subject.name as subject_name',
      'subject.role_id as subject_role_id',
      'subject.can_print as subject_can_print',
      'subject.can_download as subject_can_download',
      'subject.can_access as subject_can_access',
      'subject.can_have_text as subject_can_have_text',
      'subject.ended_at as subject_ended_at',
    ])
    .where('sessions.id', '=', sessionId)
}

/** The living sessions of a member behind a place in their list, the newest first; not those that nobody has entered with yet. */
export async function findOwnSessions(
  db: Queryable,
  memberId: number,
  { activeSince, createdSince, before, limit }: { activeSince: Date; createdSince: Date; before: number | undefined; limit: number },
) {
  const living = db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .select(['id', 'number', 'browser', 'system', 'address', 'created_at', 'active_at'])
    .where('member_id', '=', memberId)
    .where('parent_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('unproven', '=', false)
    .where('active_at', '>', activeSince)
    .where('created_at', '>', createdSince)
    .orderBy('number', 'desc')
    .limit(limit)
  return before === undefined ? living.execute() : living.where('number', '<', before).execute()
}

/** Holds the sessions of a member together: whoever ends several of them waits for others who do. */
export async function holdOwnSessions(tx: Tx, memberId: number): Promise<void> {
  await tx.withTables<SessionTables>().selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** A session with its membership and room as they are now, and with whose screen it shows: one query for each request. */
export async function findSession(db: Queryable, sessionId: string) {
  return sessionQuery(db, sessionId).executeTakeFirst()
}

/**
 * The same, held until the transaction ends: whoever revokes waits for this commit, or this sees the revocation. The member is locked
 * before the session, in the order of a revocation; the other way round the two would wait for each other. Who moves the room to another
 * phase waits, too.
 */
export async function holdSession(tx: Tx, session: { sessionId: string; memberId: number }) {
  await tx.withTables<SessionTables>().selectFrom('members').select('id').where('id', '=', session.memberId).forShare().execute()
  return sessionQuery(tx, session.sessionId).forKeyShare('rooms').forShare('sessions').executeTakeFirst()
}
