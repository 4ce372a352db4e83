import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ThreadTables } from '../threads.tables.ts'
import type { ThreadViewer } from './unread.read.ts'

/** Up to `until` the member has read every thread, so that later counts need not look further back. */
interface ReadPosition {
  readonly roomId: number
  readonly viewer: ThreadViewer
  readonly until: Date
}

export async function putReadPosition(
  db: Queryable,
  { roomId, viewer: { memberId, scope }, until }: ReadPosition,
): Promise<void> {
  await sql`
    insert into thread_marks (member_id, room_id, scope, read_until) values (${memberId}, ${roomId}, ${scope}, ${until})
    on conflict (member_id) do update set scope = excluded.scope, read_until = excluded.read_until
  `.execute(db)
}

export async function dropReadPosition(db: Queryable, memberId: number): Promise<void> {
  await db
    .withTables<ThreadTables>()
    .deleteFrom('thread_marks')
    .where('member_id', '=', memberId)
    .execute()
}

export async function dropReadPositionsOfGroup(tx: Tx, groupId: number): Promise<void> {
  await sql`delete from thread_marks where member_id in (select id from members where group_id = ${groupId})`.execute(
    tx,
  )
}
