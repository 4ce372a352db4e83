import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { repeatedQuery } from '../../platform/db/repeated-query.ts'
import type { SessionTables } from './session.tables.ts'

function sessionQuery(db: Queryable, at: Date) {
  return db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .innerJoin('rooms', 'rooms.id', 'sessions.room_id')
    .leftJoin('sessions as parent', 'parent.id', 'sessions.parent_id')
    .leftJoin('members as subject', 'subject.id', 'sessions.subject_id')
    .leftJoin('groups', (join) =>
      join.on(
        sql<boolean>`groups.id = case when sessions.parent_id is null then members.group_id else coalesce(sessions.subject_group_id, subject.group_id) end`,
      ),
    )
    .leftJoin('grants as root', (join) =>
      join.onRef('root.group_id', '=', 'groups.id').on('root.item_id', '=', 0),
    )
    .select([
      'sessions.id',
      'sessions.room_id',
      'sessions.member_id',
      'sessions.address',
      'sessions.unproven',
      'sessions.by_sign_on',
      'sessions.created_at',
      'sessions.active_at',
      'sessions.last_visit_at',
      'sessions.notice_version',
      'sessions.agreement_version',
      'sessions.raised_at',
      'sessions.ended_at',
      'sessions.end_reason',
      'members.user_id',
      'members.role_id',
      'members.operator_scope',
      'members.name',
      'members.email',
      'members.position',
      'members.can_print',
      'members.can_download',
      'members.can_access',
      'members.can_have_text',
      'members.ended_at as member_ended_at',
      'members.group_lead',
      'members.group_from',
      'members.group_until',
      'groups.id as group_id',
      'groups.name as group_name',
      'groups.starts_at as group_starts_at',
      'groups.ends_at as group_ends_at',
      'groups.networks',
      'root.level',
      'root.starts_at as root_starts_at',
      'root.ends_at as root_ends_at',
      sql<boolean>`not exists (select from grants where grants.group_id = groups.id and grants.item_id <> 0)`.as(
        'is_uniform',
      ),
      sql<Date | null>`(select min(moment) from grants, unnest(array[grants.starts_at, grants.ends_at]) as moment
        where grants.group_id = groups.id and (grants.starts_at is not null or grants.ends_at is not null) and moment > ${at})`.as(
        'grants_change_at',
      ),
      sql<boolean>`exists (select from drop_folders where drop_folders.group_id = groups.id)`.as(
        'submits',
      ),
      'rooms.watermark',
      'rooms.selection',
      'rooms.strict',
      'rooms.image_copies',
      'rooms.mark_density',
      'rooms.mark_strength',
      'rooms.zone',
      'rooms.phase',
      'rooms.step_rules',
      'rooms.agreement_version as room_agreement_version',
      'sessions.parent_id',
      'parent.unproven as parent_unproven',
      'parent.created_at as parent_created_at',
      'parent.active_at as parent_active_at',
      'parent.notice_version as parent_notice_version',
      'parent.agreement_version as parent_agreement_version',
      'parent.raised_at as parent_raised_at',
      'parent.ended_at as parent_ended_at',
      'sessions.subject_id',
      'sessions.subject_group_id',
      'subject.name as subject_name',
      'subject.role_id as subject_role_id',
      'subject.can_print as subject_can_print',
      'subject.can_download as subject_can_download',
      'subject.can_access as subject_can_access',
      'subject.can_have_text as subject_can_have_text',
      'subject.ended_at as subject_ended_at',
    ])
}

export async function findOwnSessions(
  db: Queryable,
  memberId: number,
  {
    activeSince,
    createdSince,
    before,
    limit,
  }: { activeSince: Date; createdSince: Date; before: number | undefined; limit: number },
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

/** Locks the member, which serializes calls that end several sessions. */
export async function lockOwnSessions(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .execute()
}

const readSession = repeatedQuery((db: Queryable, id: string, at: Date) =>
  sessionQuery(db, at).where('sessions.id', '=', id),
)

const readHeldSession = repeatedQuery((tx: Queryable, id: string, at: Date) =>
  sessionQuery(tx, at).where('sessions.id', '=', id).forKeyShare('rooms').forShare('sessions'),
)

export type SessionRow = Awaited<ReturnType<typeof readSession>>[number]

export async function findSession(
  db: Queryable,
  sessionId: string,
  at: Date,
): Promise<SessionRow | undefined> {
  return (await readSession(db, sessionId, at))[0]
}

export async function findSessions(
  db: Queryable,
  sessionIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await sessionQuery(db, at)
    .where('sessions.id', '=', sql<string>`any(${sessionIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks the member first, as revocations do, which avoids deadlock. */
export async function holdSession(
  tx: Tx,
  session: { readonly sessionId: string; readonly memberId: number },
  at: Date,
): Promise<SessionRow | undefined> {
  await tx
    .withTables<SessionTables>()
    .selectFrom('members')
    .select('id')
    .where('id', '=', session.memberId)
    .forShare()
    .execute()
  return (await readHeldSession(tx, session.sessionId, at))[0]
}

export async function findSecuredAt(db: Queryable, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .select('secured_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.secured_at ?? undefined
}

export async function countActive(
  db: Queryable,
  { activeAfter, createdAfter }: { activeAfter: Date; createdAfter: Date },
): Promise<number> {
  const row = await db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('parent_id', 'is', null)
    .where('active_at', '>', activeAfter)
    .where('created_at', '>', createdAfter)
    .executeTakeFirst()
  return row?.count ?? 0
}
