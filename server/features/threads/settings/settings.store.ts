import { sql } from 'kysely'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { ThreadRole } from '../../../../contract/features/threads/thread-roles.ts'
import type { QuestionLimits } from '../../../../contract/features/threads/thread-settings.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ThreadTables } from '../threads.tables.ts'
import type { SettingsRow } from './settings.read.ts'

export async function putSettings(
  tx: Tx,
  roomId: number,
  { limits, last_day, approval, names, hides_groups }: SettingsRow,
): Promise<void> {
  const values = { limits: JSON.stringify(limits), last_day, approval, names, hides_groups }
  await tx
    .withTables<ThreadTables>()
    .insertInto('question_settings')
    .values({ room_id: roomId, ...values })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(values))
    .execute()
}

export interface GroupSettings {
  readonly id: number
  readonly name: string
  readonly kind: 'participants' | 'experts'
  readonly shared: boolean
  readonly question_limits: QuestionLimits | null
  readonly questions_until: string | null
}

export async function findGroupSettings(db: Queryable, roomId: number): Promise<GroupSettings[]> {
  const { rows } = await sql<GroupSettings>`
    select id, name, kind, shared, question_limits, questions_until::text as questions_until from groups
    where room_id = ${roomId} and kind = 'participants' order by id
  `.execute(db)
  return rows
}

interface GroupChange {
  readonly question_limits?: string | null
  readonly questions_until?: string | null
  readonly shared?: boolean
}

export async function updateGroupSettings(
  tx: Tx,
  groupIds: readonly number[],
  change: GroupChange,
): Promise<void> {
  if (groupIds.length === 0 || Object.keys(change).length === 0) return
  await tx
    .withTables<ThreadTables>()
    .updateTable('groups')
    .set({
      ...change,
      ...(change.questions_until === undefined ? {} : { questions_reminded: null }),
    })
    .where('id', 'in', [...groupIds])
    .execute()
}

export async function findParticipants(tx: Tx, roomId: number, memberIds: readonly number[]) {
  return tx
    .withTables<ThreadTables>()
    .selectFrom('members')
    .select(['id', 'name', 'thread_role'])
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .where('role_id', '!=', ROLE.operator)
    .where('id', 'in', [...memberIds])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateRoles(
  tx: Tx,
  memberIds: readonly number[],
  role: ThreadRole,
): Promise<void> {
  if (memberIds.length === 0) return
  await tx
    .withTables<ThreadTables>()
    .updateTable('members')
    .set({ thread_role: role })
    .where('id', 'in', [...memberIds])
    .execute()
}

export async function findMails(
  db: Queryable,
  memberId: number,
): Promise<'each' | 'daily' | 'never'> {
  const row = await db
    .withTables<ThreadTables>()
    .selectFrom('members')
    .select('thread_mails')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.thread_mails ?? 'each'
}

export async function updateMails(
  db: Queryable,
  memberId: number,
  mails: 'each' | 'daily' | 'never',
): Promise<void> {
  await db
    .withTables<ThreadTables>()
    .updateTable('members')
    .set({ thread_mails: mails })
    .where('id', '=', memberId)
    .execute()
}
