import { sql } from 'kysely'
import type { AccessTables } from '../../access/access.tables.ts'
import { isMemberNow } from '../../access/membership.read.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { EndReason, ViewAsEnd } from './session.rules.ts'
import type { SessionTables } from './session.tables.ts'

interface NewSession {
  readonly id: string
  readonly roomId: number
  readonly memberId: number
  readonly address: string
  readonly at: Date
  readonly isUnproven?: boolean
  readonly isBySignOn?: boolean
  /** The operator area opens with the notice's acceptance. */
  readonly isElevated?: boolean
  readonly viewAs?: {
    readonly parentId: string
    readonly subjectId?: number
    readonly subjectGroupId?: number
  }
}

/** Only sessions that could see the room count as visits. */
const lastVisit = (memberId: number) => sql<Date | null>`(select max(seen_at) from sessions
  where member_id = ${memberId} and parent_id is null and agreed_at is not null)`

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .insertInto('sessions')
    .values({
      id: session.id,
      room_id: session.roomId,
      member_id: session.memberId,
      address: session.address,
      created_at: session.at,
      active_at: session.at,
      agreed_at: null,
      notice_version: null,
      raised_at: session.isElevated ? session.at : null,
      ended_at: null,
      end_reason: null,
      unproven: session.isUnproven ?? false,
      by_sign_on: session.isBySignOn ?? false,
      parent_id: session.viewAs?.parentId ?? null,
      subject_id: session.viewAs?.subjectId ?? null,
      subject_group_id: session.viewAs?.subjectGroupId ?? null,
      last_visit_at: session.viewAs ? null : lastVisit(session.memberId),
    })
    .execute()
}

/** The viewed group is not removed before the transaction ends. */
export async function holdGroup(tx: Tx, roomId: number, groupId: number) {
  return tx
    .withTables<AccessTables>()
    .selectFrom('groups')
    .select(['name', 'networks', 'starts_at', 'ends_at'])
    .where('room_id', '=', roomId)
    .where('id', '=', groupId)
    .forShare()
    .executeTakeFirst()
}

export async function updateTimes(
  tx: Tx,
  sessionId: string,
  times: {
    unproven?: false
    active_at?: Date
    agreed_at?: Date
    notice_version?: number
    agreement_version?: number
    raised_at?: Date
    secured_at?: Date
    browser?: string
    system?: string
  },
): Promise<boolean> {
  const updated = await tx
    .withTables<SessionTables>()
    .updateTable('sessions')
    .set(times)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function dropElevation(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .updateTable('sessions')
    .set({ raised_at: null })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
}

const isOutside = (at: Date) =>
  sql<boolean>`exists (select from members where members.id = sessions.member_id and not ${isMemberNow(at)})`

/** Leaves the views of these sessions to `endViewsAs`. */
export async function endSessions(
  tx: Tx,
  which:
    | { sessionId: string; roomId?: number }
    | { memberId: number; except?: string }
    | { memberId: number; number: number }
    | { roomId: number }
    | { idleSince: Date }
    | { createdBefore: Date }
    | { outsideAt: Date },
  reason: EndReason,
  at: Date,
): Promise<{ id: string }[]> {
  const update = tx
    .withTables<SessionTables>()
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('parent_id', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
  if ('sessionId' in which) {
    const one = update.where('id', '=', which.sessionId)
    return which.roomId === undefined
      ? one.execute()
      : one.where('room_id', '=', which.roomId).execute()
  }
  if ('memberId' in which) {
    const own = update.where('member_id', '=', which.memberId)
    if ('number' in which) return own.where('number', '=', which.number).execute()
    return which.except === undefined
      ? own.execute()
      : own.where('id', '!=', which.except).execute()
  }
  if ('outsideAt' in which) return update.where(isOutside(which.outsideAt)).execute()
  if ('roomId' in which) return update.where('room_id', '=', which.roomId).execute()
  if ('createdBefore' in which)
    return update.where('created_at', '<=', which.createdBefore).execute()
  return update.where('active_at', '<=', which.idleSince).execute()
}

export type ViewsAs =
  | { id: string }
  | { parentIds: readonly string[] }
  | { subjectId: number }
  | { subjectGroupId: number }
  | { memberId: number }
  | { elevatedBefore: Date }

export async function endViewsAs(
  tx: Tx,
  which: ViewsAs,
  reason: ViewAsEnd,
  at: Date,
): Promise<{ id: string }[]> {
  const tables = tx.withTables<SessionTables>()
  const update = tables
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('parent_id', 'is not', null)
    .where('ended_at', 'is', null)
    .returning('id')
  if ('id' in which) return update.where('id', '=', which.id).execute()
  if ('parentIds' in which)
    return which.parentIds.length === 0
      ? []
      : update.where('parent_id', 'in', [...which.parentIds]).execute()
  if ('subjectId' in which) return update.where('subject_id', '=', which.subjectId).execute()
  if ('subjectGroupId' in which)
    return update.where('subject_group_id', '=', which.subjectGroupId).execute()
  if ('memberId' in which) return update.where('member_id', '=', which.memberId).execute()
  const elevated = tables
    .selectFrom('sessions as parent')
    .select('parent.id')
    .where('parent.raised_at', '>', which.elevatedBefore)
  return update.where('parent_id', 'not in', elevated).execute()
}
