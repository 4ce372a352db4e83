import { sql } from 'kysely'
import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { OperatorScope } from '../../../contract/core/permissions.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { isDeadlock, isLockNotAvailable } from '../../platform/db/is-statement-cancelled.ts'
import type { MailTables } from '../../platform/mail/outbox.tables.ts'
import { identityOf } from './members.rules.ts'
import type { MemberTables } from './members.tables.ts'

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
export async function insertMember(tx: Tx, member: NewMember): Promise<{ memberId: number; userId: number }> {
  const tables = tx.withTables<MemberTables>()
  const user = await tables
    .insertInto('users')
    .values({ room_id: member.roomId, email: identityOf(member.email) })
    .onConflict((conflict) => conflict.columns(['room_id', 'email']).doUpdateSet({ email: sql`excluded.email` }))
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

interface NewPin {
  readonly lookup: Buffer
  readonly roomId: number
  readonly memberId: number
  readonly hash: string
  readonly replacement: boolean
  readonly shown: boolean
  readonly issuedAt: Date
}

export async function insertPin(tx: Tx, pin: NewPin): Promise<boolean> {
  const inserted = await tx
    .withTables<MemberTables>()
    .insertInto('pins')
    .values({
      lookup: pin.lookup,
      room_id: pin.roomId,
      member_id: pin.memberId,
      hash: pin.hash,
      replacement: pin.replacement,
      shown: pin.shown,
      issued_at: pin.issuedAt,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('lookup').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function deleteReplacements(tx: Tx, memberId: number): Promise<void> {
  await tx.withTables<MemberTables>().deleteFrom('pins').where('member_id', '=', memberId).where('replacement', '=', true).execute()
}

export async function deletePins(tx: Tx, memberId: number): Promise<void> {
  await tx.withTables<MemberTables>().deleteFrom('pins').where('member_id', '=', memberId).execute()
}

export async function settlePin(tx: Tx, pin: { memberId: number; lookup: Buffer; replacement: boolean }, at: Date): Promise<void> {
  const tables = tx.withTables<MemberTables>()
  await tables.updateTable('pins').set({ used_at: at, replacement: false }).where('lookup', '=', pin.lookup).execute()
  if (pin.replacement) {
    await tables.deleteFrom('pins').where('member_id', '=', pin.memberId).where('lookup', '!=', pin.lookup).execute()
  }
}

export async function takeShownPin(tx: Tx, lookup: Buffer): Promise<boolean> {
  const taken = await tx
    .withTables<MemberTables>()
    .updateTable('pins')
    .set({ shown: false })
    .where('lookup', '=', lookup)
    .where('shown', '=', true)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function deleteStaleReplacements(db: Queryable, issuedBefore: Date): Promise<void> {
  await db.withTables<MemberTables>().deleteFrom('pins').where('replacement', '=', true).where('issued_at', '<=', issuedBefore).execute()
}

export async function noteEntry(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx.withTables<MemberTables>().updateTable('members').set({ last_seen_at: at }).where('id', '=', memberId).execute()
}

export async function updateCode(tx: Tx, memberId: number, codeHash: string): Promise<void> {
  await tx.withTables<MemberTables>().updateTable('members').set({ code_hash: codeHash }).where('id', '=', memberId).execute()
}

export interface NewAcceptance {
  readonly roomId: number
  readonly memberId: number
  readonly version: number
  readonly language: Language
  readonly address: string
  readonly at: Date
}

export async function insertAcceptance(tx: Tx, { roomId, memberId, version, language, address, at }: NewAcceptance): Promise<boolean> {
  const inserted = await tx
    .withTables<MemberTables>()
    .insertInto('acceptances')
    .values({ member_id: memberId, version, room_id: roomId, language, address, accepted_at: at })
    .onConflict((conflict) => conflict.columns(['member_id', 'version']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

const RIGHT_COLUMNS = { print: 'can_print', download: 'can_download', access: 'can_access', text: 'can_have_text' } as const
export type Right = keyof typeof RIGHT_COLUMNS

export async function updateRight(tx: Tx, memberIds: readonly number[], right: Right, value: boolean): Promise<void> {
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
  await tx.withTables<MemberTables>().updateTable('members').set(affiliation).where('id', '=', memberId).execute()
}

interface NewOperator {
  readonly codeHash: string
  readonly scope: OperatorScope
  readonly at: Date
}

export async function makeOperator(tx: Tx, memberId: number, { codeHash, scope, at }: NewOperator): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ role_id: ROLE.operator, operator_scope: scope, code_hash: codeHash, operator_since: at })
    .where('id', '=', memberId)
    .execute()
}

/** A new full operator has the least seniority. */
export async function updateScope(tx: Tx, memberId: number, scope: OperatorScope, at: Date): Promise<void> {
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
    .set({ role_id: ROLE.participant, operator_scope: 'full', code_hash: null, operator_since: null, group_id: groupId })
    .where('id', '=', memberId)
    .execute()
}

export async function restartSeniority(tx: Tx, memberIds: readonly number[], at: Date): Promise<void> {
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
    .set({ ended_at: at, code_hash: null, operator_since: null, role_id: ROLE.participant, operator_scope: 'full' })
    .where('id', '=', memberId)
    .execute()
}

/** Also locks the room's operators, who could demote each other. */
export async function lockMembers(tx: Tx, roomId: number, memberIds: readonly number[]) {
  const tables = tx.withTables<MemberTables>()
  const rows = await tables
    .selectFrom('members')
    .select(['id', 'role_id', 'operator_scope', 'name', 'email', 'division', 'position', 'phone', 'last_seen_at'])
    .select(['can_print', 'can_download', 'can_access', 'can_have_text', 'group_id', 'group_lead'])
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('id', 'in', [...memberIds]), where('role_id', '=', ROLE.operator)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const asked = new Set(memberIds)
  const isFull = (row: { role_id: number; operator_scope: string }) => row.role_id === ROLE.operator && row.operator_scope === 'full'
  const operators = rows.filter((row) => isFull(row) && row.can_access)
  return rows
    .filter(({ id }) => asked.has(id))
    .map(({ can_print: print, can_download: download, can_access: access, can_have_text: text, ...rest }) => {
      const isLastOperator = isFull(rest) && operators.every(({ id }) => id === rest.id)
      return { ...rest, print, download, access, text, isLastOperator }
    })
}

/** `deadlock_timeout`, which refuses a waiter, must be longer. */
const WAIT_MS = 300

/** Entries wait until the commit. @throws as a statement that is cancelled */
export async function lockEverybody(tx: Tx, roomId: number, withinMs: number): Promise<void> {
  const limit = async (statement: string, lock: string) => {
    await sql`select set_config('statement_timeout', ${statement}, true), set_config('lock_timeout', ${lock}, true)`.execute(tx)
  }
  const settings = sql<{ statement: string; lock: string }>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`
  const { rows } = await settings.execute(tx)
  const everybody = tx.withTables<MemberTables>().selectFrom('members').select('id').where('room_id', '=', roomId)
  const until = performance.now() + withinMs
  // Moves lock operators before lower ids, so long waits release all.
  for (let isHeld = false; !isHeld; ) {
    await limit(String(Math.max(1, Math.floor(until - performance.now()))), String(WAIT_MS))
    await sql`savepoint everybody`.execute(tx)
    try {
      await everybody.where('ended_at', 'is', null).orderBy('id').forNoKeyUpdate().execute()
      isHeld = true
    } catch (error) {
      await sql`rollback to savepoint everybody`.execute(tx)
      if (!(isLockNotAvailable(error) || isDeadlock(error)) || performance.now() >= until) throw error
    }
    await sql`release savepoint everybody`.execute(tx)
  }
  await limit(rows[0]?.statement ?? '0', rows[0]?.lock ?? '0')
}

export type LockedMember = Awaited<ReturnType<typeof lockMembers>>[number]

export async function dismissFailedMail(tx: Tx, mailId: number, at: Date): Promise<void> {
  await tx.withTables<MailTables>().updateTable('mails').set({ dismissed_at: at }).where('id', '=', mailId).execute()
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
