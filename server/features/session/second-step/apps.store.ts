import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { SessionTables } from '../session.tables.ts'

const ofMember = (db: Queryable, memberId: number) =>
  db.withTables<SessionTables>().selectFrom('authenticator_apps').where('member_id', '=', memberId)

export type AppRow = NonNullable<Awaited<ReturnType<typeof findApp>>>

export const findApp = (db: Queryable, memberId: number) =>
  ofMember(db, memberId).selectAll().executeTakeFirst()

interface NewApp {
  readonly roomId: number
  readonly memberId: number
  readonly sealed: Buffer
  readonly at: Date
}

export async function putApp(tx: Tx, { roomId, memberId, sealed, at }: NewApp): Promise<boolean> {
  const put = await tx
    .withTables<SessionTables>()
    .insertInto('authenticator_apps')
    .values({
      member_id: memberId,
      room_id: roomId,
      sealed,
      last_step: 0,
      created_at: at,
      confirmed_at: null,
      used_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ sealed, last_step: 0, created_at: at })
        .where('authenticator_apps.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return put.numInsertedOrUpdatedRows === 1n
}

interface Used {
  readonly memberId: number
  /** A replaced secret has another time. */
  readonly created_at: Date
  readonly step: number
}

/** @returns false if another call used this step, or the app is gone */
export async function noteStep(
  tx: Tx,
  { memberId, created_at, step }: Used,
  at: Date,
  isFirst = false,
): Promise<boolean> {
  const noted = await tx
    .withTables<SessionTables>()
    .updateTable('authenticator_apps')
    .set({ last_step: step, ...(isFirst ? { confirmed_at: at } : { used_at: at }) })
    .where('member_id', '=', memberId)
    .where('created_at', '=', created_at)
    .where('confirmed_at', isFirst ? 'is' : 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

export async function deleteApp(tx: Tx, memberId: number): Promise<boolean> {
  const deleted = await tx
    .withTables<SessionTables>()
    .deleteFrom('authenticator_apps')
    .where('member_id', '=', memberId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return (deleted?.confirmed_at ?? null) !== null
}
