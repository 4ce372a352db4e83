import { sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { ThreadRole } from '../../../contract/features/threads/thread-roles.ts'
import { isMemberNow } from '../../access/membership.read.ts'
import type { Queryable } from '../../platform/db/database.ts'

interface ReaderGroupRow {
  readonly id: number
  readonly ordinal: number
  readonly kind: 'participants' | 'experts'
  readonly shared: boolean
  readonly role: ThreadRole | null
}

export async function findGroupOfReader(
  db: Queryable,
  roomId: number,
  { memberId, groupId }: { readonly memberId: number; readonly groupId: number },
): Promise<ReaderGroupRow | undefined> {
  const { rows } = await sql<ReaderGroupRow>`
    select groups.id, groups.ordinal, groups.kind, groups.shared,
      (select thread_role from members where members.id = ${memberId} and members.group_id = groups.id) as role
    from groups where groups.id = ${groupId} and groups.room_id = ${roomId}
  `.execute(db)
  return rows[0]
}

export interface AnswererRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role_id: number
  readonly thread_mails: 'each' | 'daily' | 'never'
}

export async function findAnswerers(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<AnswererRow[]> {
  const { rows } = await sql<AnswererRow>`
    select members.id, members.name, members.email, members.role_id, members.thread_mails from members
    where members.room_id = ${roomId} and members.ended_at is null and members.can_access and ${isMemberNow(at)}
      and ((members.role_id = ${ROLE.operator} and members.operator_scope = 'full') or exists (
        select from groups where groups.id = members.group_id and groups.kind = 'experts'))
    order by members.name, members.id
  `.execute(db)
  return rows
}

export async function findAudience(
  db: Queryable,
  {
    roomId,
    groupId,
    memberId,
    at,
  }: { roomId: number; groupId: number; memberId: number | null; at: Date },
): Promise<AnswererRow[]> {
  const { rows } = await sql<AnswererRow>`
    select members.id, members.name, members.email, members.role_id, members.thread_mails
    from members join groups on groups.id = members.group_id
    where members.room_id = ${roomId} and members.group_id = ${groupId} and members.role_id <> ${ROLE.operator} and members.ended_at is null
      and members.can_access and members.thread_role <> 'none' and ${isMemberNow(at)}
      and (groups.shared or members.id = ${memberId}::bigint)
    order by members.id
  `.execute(db)
  return rows
}

export interface OwnerRow {
  readonly id: number
  readonly name: string
  readonly ordinal: number
  readonly kind: 'participants' | 'experts'
  readonly shared: boolean
}

export async function findOwner(
  db: Queryable,
  roomId: number,
  {
    groupId,
    memberId,
  }: { readonly groupId?: number | undefined; readonly memberId?: number | undefined },
): Promise<OwnerRow | undefined> {
  const isWanted =
    memberId === undefined
      ? sql`groups.id = ${groupId ?? 0}`
      : sql`groups.id = (select group_id from members where members.id = ${memberId} and members.room_id = ${roomId})`
  const { rows } = await sql<OwnerRow>`
    select id, name, ordinal, kind, shared from groups where room_id = ${roomId} and ${isWanted}
  `.execute(db)
  return rows[0]
}
