import { type RawBuilder, sql } from 'kysely'
import type { ThreadReader } from './thread-reader.ts'

/** Applies to `threads` rows. Threads outside it do not exist for the reader. */
export function isReadable({
  roomId,
  memberId,
  side,
  group,
  role,
  isView,
}: ThreadReader): RawBuilder<boolean> {
  const isOfRoom = sql`threads.room_id = ${roomId}`
  const isNoDraft = sql`threads.state <> 'DRAFT'`
  if (side === 'coordinator')
    return sql`(${isOfRoom} and (${isNoDraft} or threads.writer_id = ${memberId}))`
  if (side === 'expert')
    return sql`(${isOfRoom} and threads.assignee_id = ${memberId} and ${isNoDraft})`
  if (!group || role === 'none') return sql`false`
  const isOwn = sql`threads.asker_id = ${memberId}`
  const isOfGroup = sql`${isOfRoom} and threads.group_id = ${group.id} and not threads.hidden`
  if (isView)
    return sql`(${isOfGroup} and ${isNoDraft} ${group.shared ? sql`` : sql`and ${isOwn}`})`
  if (!group.shared) return sql`(${isOfGroup} and ${isOwn})`
  const isOfAuthor = sql`exists (select from members where members.id = threads.writer_id and members.thread_role = 'author')`
  const isSeenDraft = sql`threads.writer_id = ${memberId} ${role === 'submitter' ? sql`or ${isOfAuthor}` : sql``}`
  return sql`(${isOfGroup} and (${isNoDraft} or ${isSeenDraft}))`
}
