import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ThreadTables } from '../threads.tables.ts'

export async function findViews(db: Queryable, memberId: number): Promise<Buffer | undefined> {
  const views = db.withTables<ThreadTables>().selectFrom('thread_views').select('sealed')
  return (await views.where('member_id', '=', memberId).executeTakeFirst())?.sealed
}

/** A first view has no row, so this locks the member. */
export async function holdViews(tx: Tx, memberId: number): Promise<Buffer | undefined> {
  await sql`select from members where id = ${memberId} for no key update`.execute(tx)
  return findViews(tx, memberId)
}

interface SavedViewsRow {
  readonly memberId: number
  readonly roomId: number
  readonly sealed: Buffer
}

export async function putViews(tx: Tx, { memberId, roomId, sealed }: SavedViewsRow): Promise<void> {
  await tx
    .withTables<ThreadTables>()
    .insertInto('thread_views')
    .values({ member_id: memberId, room_id: roomId, sealed })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ sealed }))
    .execute()
}
