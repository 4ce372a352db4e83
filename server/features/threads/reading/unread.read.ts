import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

export interface ThreadViewer {
  readonly memberId: number
  /** Whether the member sees only what the asking group sees: outer changes. */
  readonly isOuter: boolean
  /** Which threads the member can see, as side, group and role. A read position of another scope does not count. */
  readonly scope: string
}

const updated = ({ isOuter }: ThreadViewer) =>
  sql.ref(isOuter ? 'threads.outer_updated_at' : 'threads.updated_at')
const rev = ({ isOuter }: ThreadViewer) => sql.ref(isOuter ? 'threads.outer_rev' : 'threads.rev')

export const joinReads = ({ memberId }: ThreadViewer) =>
  sql`left join thread_reads as reads on reads.thread_id = threads.id and reads.member_id = ${memberId}`

/** Changes from before the person joined count as read. */
export const seenBy = (viewer: ThreadViewer): RawBuilder<number> =>
  sql`coalesce(reads.seen, case when ${updated(viewer)} < coalesce((
    select created_at from members where members.id = ${viewer.memberId}), 'infinity') then ${rev(viewer)} else 0 end)`

const hasChanged = (viewer: ThreadViewer): RawBuilder<boolean> =>
  sql`${seenBy(viewer)} < ${rev(viewer)}`

export const isRead = (viewer: ThreadViewer): RawBuilder<boolean> => sql`not ${hasChanged(viewer)}`

const readPositionOf = ({ memberId, scope }: ThreadViewer): RawBuilder<Date | null> =>
  sql`(select read_until from thread_marks where member_id = ${memberId} and scope = ${scope})`

export const isUnread = (viewer: ThreadViewer): RawBuilder<boolean> =>
  sql`(${hasChanged(viewer)} and ${updated(viewer)} >= coalesce(${readPositionOf(viewer)}, '-infinity'))`

interface Unread {
  readonly count: number
  readonly since: Date | null
  readonly position: Date | null
}

export async function findUnread(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  viewer: ThreadViewer,
  limit: number,
): Promise<Unread> {
  const { rows } = await sql<Unread>`
    select count(*)::int as count, min(changed) as since, ${readPositionOf(viewer)} as position from (
      select ${updated(viewer)} as changed from threads ${joinReads(viewer)}
      where ${isReadable} and ${isUnread(viewer)} limit ${limit}) as unread
  `.execute(db)
  return rows[0] ?? { count: 0, since: null, position: null }
}
