import { sql } from 'kysely'
import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { OperatorScope } from '../../../contract/core/permissions.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { MailTables } from '../../platform/mail/outbox.tables.ts'
import { identityOf } from './members.rules.ts'
import type { MemberTables } from './members.tables.ts'
import { deletePins } from './pins/pins.store.ts'

export interface NewMember {
  readonly roomId: number
  readonly roleId: number
  readonly name: string
  readonly email: string
  readonly division: string
  readonly position: string
  readonly phone: string
  readonly print: boolean
  readonly download: boolean
  readonly codeHash: string | null
  readonly scope?: OperatorScope | undefined
  readonly createdAt: Date
  readonly groupId?: number | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

/** Returning people keep their user id. */
export async function insertMember(
  tx: Tx,
  member: NewMember,
): Promise<{ memberId: number; userId: number }> {
  const tables = tx.withTables<MemberTables>()
  const user = await tables
    .insertInto('users')
    .values({ room_id: member.roomId, email: identityOf(member.email) })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'email']).doUpdateSet({ email: sql`excluded.email` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await tables
    .insertInto('members')
    .values({
      room_id: member.roomId,
      user_id: user.id,
      role_id: member.roleId,
      name: member.name,
      email: member.email,
      division: member.division,
      position: member.position,
      phone: member.phone,
      can_print: member.print,
      can_download: member.download,
      group_id: member.groupId ?? null,
      group_from: member.from ?? null,
      group_until: member.until ?? null,
      code_hash: member.codeHash,
      operator_scope: member.scope ?? 'full',
      operator_since: member.codeHash === null ? null : member.createdAt,
      created_at: member.createdAt,
      last_seen_at: null,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { memberId: id, userId: user.id }
}

export async function noteEntry(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ last_seen_at: at })
    .where('id', '=', memberId)
    .execute()
}

export async function updateCode(tx: Tx, memberId: number, codeHash: string): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ code_hash: codeHash })
    .where('id', '=', memberId)
    .execute()
}

export interface NewAcceptance {
  readonly roomId: number
  readonly memberId: number
  readonly version: number
  readonly language: Language
  readonly address: string
  readonly at: Date
}

export async function insertAcceptance(
  tx: Tx,
  { roomId, memberId, version, language, address, at }: NewAcceptance,
): Promise<boolean> {
  const inserted = await tx
    .withTables<MemberTables>()
    .insertInto('acceptances')
    .values({ member_id: memberId, version, room_id: roomId, language, address, accepted_at: at })
    .onConflict((conflict) => conflict.columns(['member_id', 'version']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

const RIGHT_COLUMNS = {
  print: 'can_print',
  download: 'can_download',
  access: 'can_access',
  text: 'can_have_text',
} as const

export type Right = keyof typeof RIGHT_COLUMNS

export async function updateRight(
  tx: Tx,
  memberIds: readonly number[],
  right: Right,
  value: boolean,
): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ [RIGHT_COLUMNS[right]]: value })
    .where('id', 'in', [...memberIds])
    .execute()
}

export async function updateAffiliation(
  tx: Tx,
  memberId: number,
  affiliation: { readonly division: string; readonly position: string },
): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set(affiliation)
    .where('id', '=', memberId)
    .execute()
}

interface NewOperator {
  readonly codeHash: string
  readonly scope: OperatorScope
  readonly at: Date
}

export async function makeOperator(
  tx: Tx,
  memberId: number,
  { codeHash, scope, at }: NewOperator,
): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ role_id: ROLE.operator, operator_scope: scope, code_hash: codeHash, operator_since: at })
    .where('id', '=', memberId)
    .execute()
}

/** A new full operator has the least seniority. */
export async function updateScope(
  tx: Tx,
  memberId: number,
  scope: OperatorScope,
  at: Date,
): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ operator_scope: scope, operator_since: at })
    .where('id', '=', memberId)
    .execute()
}

export async function unmakeOperator(tx: Tx, memberId: number, groupId: number): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({
      role_id: ROLE.participant,
      operator_scope: 'full',
      code_hash: null,
      operator_since: null,
      group_id: groupId,
    })
    .where('id', '=', memberId)
    .execute()
}

export async function restartSeniority(
  tx: Tx,
  memberIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ operator_since: at })
    .where('id', 'in', [...memberIds])
    .where('role_id', '=', ROLE.operator)
    .execute()
}

export async function endMember(tx: Tx, memberId: number, at: Date): Promise<void> {
  const tables = tx.withTables<MemberTables>()
  await deletePins(tx, memberId)
  await tables
    .updateTable('members')
    .set({
      ended_at: at,
      code_hash: null,
      operator_since: null,
      role_id: ROLE.participant,
      operator_scope: 'full',
    })
    .where('id', '=', memberId)
    .execute()
}

export async function dismissFailedMail(tx: Tx, mailId: number, at: Date): Promise<void> {
  await tx
    .withTables<MailTables>()
    .updateTable('mails')
    .set({ dismissed_at: at })
    .where('id', '=', mailId)
    .execute()
}

export async function addClosedGuide(db: Queryable, memberId: number, card: string): Promise<void> {
  await db
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ guides_closed: sql`array_append(guides_closed, ${card})` })
    .where('id', '=', memberId)
    .where(sql<boolean>`not (${card} = any (guides_closed))`)
    .execute()
}
