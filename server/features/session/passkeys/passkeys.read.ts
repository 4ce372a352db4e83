import type { Queryable } from '../../../platform/db/database.ts'
import type { PasskeyTables } from './passkeys.tables.ts'

const ofMember = (db: Queryable, memberId: number) =>
  db.withTables<PasskeyTables>().selectFrom('passkeys').where('member_id', '=', memberId)

export async function findPasskeys(db: Queryable, memberId: number) {
  return ofMember(db, memberId)
    .select(['id', 'credential_id', 'transports', 'name', 'raises', 'created_at', 'used_at'])
    .orderBy('id')
    .execute()
}

export async function findCredential(db: Queryable, memberId: number, credentialId: Buffer) {
  return ofMember(db, memberId)
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export type PasskeyRow = Awaited<ReturnType<typeof findPasskeys>>[number]
