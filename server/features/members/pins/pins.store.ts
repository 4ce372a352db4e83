import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { MemberTables } from '../members.tables.ts'

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
  await tx
    .withTables<MemberTables>()
    .deleteFrom('pins')
    .where('member_id', '=', memberId)
    .where('replacement', '=', true)
    .execute()
}

export async function deletePins(tx: Tx, memberId: number): Promise<void> {
  await tx.withTables<MemberTables>().deleteFrom('pins').where('member_id', '=', memberId).execute()
}

export async function settlePin(
  tx: Tx,
  pin: { memberId: number; lookup: Buffer; replacement: boolean },
  at: Date,
): Promise<void> {
  const tables = tx.withTables<MemberTables>()
  await tables
    .updateTable('pins')
    .set({ used_at: at, replacement: false })
    .where('lookup', '=', pin.lookup)
    .execute()
  if (pin.replacement) {
    await tables
      .deleteFrom('pins')
      .where('member_id', '=', pin.memberId)
      .where('lookup', '!=', pin.lookup)
      .execute()
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
  await db
    .withTables<MemberTables>()
    .deleteFrom('pins')
    .where('replacement', '=', true)
    .where('issued_at', '<=', issuedBefore)
    .execute()
}
