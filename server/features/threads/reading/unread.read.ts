import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

export interface Names {
  readonly memberId: number
  /** Whether the member sees only what the asking group sees: outer changes. */
  readonly isOuter: boolean
  /** Which threads the member can see, as side, group and role. A read position of another scope does not count. */
  readonly scope: string
}

const updated = ({ isOuter }: Names) => sql.ref(isOuter ? 'threads.outer_updated_at' : 'threads.updated_at')
const rev = ({ isOuter }: Names) => sql.ref(isOuter ? 'threads.outer_rev' : 'threads.rev')

export const readsOf = ({ memberId }: Names) =>
  sql`left join thread_reads as reads on reads.thread_id = threads.id and reads.member_id = ${memberId}`

/** Changes from before the person joined count as read. */
export const seenBy = (names: Names): RawBuilder<number> =>
  sql`coalesce(reads.seen, case when ${updated(names)} < coalesce((
    select created_at from members where members.id = ${names.memberId}), 'infinity') then ${rev(names)} else 0 end)`

const hasChanged = (names: Names): RawBuilder<boolean> => sql`${seenBy(names)} < ${rev(names)}`

export const isRead = (names: Names): RawBuilder<boolean> => sql`not ${hasChanged(names)}`

const readPositionOf = ({ memberId, scope }: Names): RawBuilder<Date | null> =>
  sql`(select read_until from thread_marks where member_id = ${memberId} and scope = ${scope})`

export const isUnread = (names: Names): RawBuilder<boolean> =>
  sql`(${hasChanged(names)} and ${updated(names)} >= coalesce(${readPositionOf(names)}, '-infinity'))`

interface Unread {
  readonly count: number
  readonly since: Date | null
  readonly position: Date | null
}

export async function findUnread(db: Queryable, isReadable: RawBuilder<boolean>, names: Names, limit: number): Promise<Unread> {
  const { rows } = await sql<Unread>`
    select count(*)::int as count, min(changed) as since, ${readPositionOf(names)} as position from (
      select ${updated(names)} as changed from threads ${readsOf(names)}
      where ${isReadable} and ${isUnread(names)} limit ${limit}) as unread
  `.execute(db)
  return rows[0] ?? { count: 0, since: null, position: null }
}
