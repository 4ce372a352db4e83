import type { Queryable, Tx } from '../../platform/db/database.ts'
import { identityOf } from './members.rules.ts'
import type { MemberTables } from './members.tables.ts'

export async function updateName(tx: Tx, memberId: number, name: string): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('members')
    .set({ name })
    .where('id', '=', memberId)
    .execute()
}

export async function updateEmail(
  tx: Tx,
  {
    memberId,
    userId,
    email,
  }: { readonly memberId: number; readonly userId: number; readonly email: string },
): Promise<void> {
  const tables = tx.withTables<MemberTables>()
  await tables
    .updateTable('users')
    .set({ email: identityOf(email) })
    .where('id', '=', userId)
    .execute()
  await tables.updateTable('members').set({ email }).where('id', '=', memberId).execute()
}

export async function findUserOf(
  db: Queryable,
  roomId: number,
  email: string,
): Promise<number | undefined> {
  const user = await db
    .withTables<MemberTables>()
    .selectFrom('users')
    .select('id')
    .where('room_id', '=', roomId)
    .where('email', '=', identityOf(email))
    .executeTakeFirst()
  return user?.id
}

interface NewAddressChange {
  readonly memberId: number
  readonly roomId: number
  readonly email: string
  readonly codeHash: Buffer
  readonly at: Date
}

export async function putAddressChange(
  tx: Tx,
  { memberId, roomId, email, codeHash, at }: NewAddressChange,
): Promise<void> {
  const asked = { email, code_hash: codeHash, wrong: 0, created_at: at }
  await tx
    .withTables<MemberTables>()
    .insertInto('address_changes')
    .values({ member_id: memberId, room_id: roomId, ...asked })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(asked))
    .execute()
}

export async function holdAddressChange(tx: Tx, memberId: number) {
  return tx
    .withTables<MemberTables>()
    .selectFrom('address_changes')
    .select(['email', 'code_hash', 'wrong', 'created_at'])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

export async function noteWrongCode(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .updateTable('address_changes')
    .set(({ eb }) => ({ wrong: eb('wrong', '+', 1) }))
    .where('member_id', '=', memberId)
    .execute()
}

export async function deleteAddressChange(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<MemberTables>()
    .deleteFrom('address_changes')
    .where('member_id', '=', memberId)
    .execute()
}
