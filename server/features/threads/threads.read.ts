import { type RawBuilder, sql } from 'kysely'
import type { ThreadState, ThreadType } from '../../../contract/features/threads/thread-states.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { joinReads, seenBy, type ThreadViewer } from './reading/unread.read.ts'
import type { ThreadTables } from './threads.tables.ts'

export interface ThreadRecord {
  readonly id: string
  readonly room_id: number
  readonly group_id: number
  readonly asker_id: number | null
  readonly writer_id: number
  readonly type: ThreadType
  readonly code: string
  readonly number: number
  readonly topic_id: string | null
  readonly priority: number
  readonly state: ThreadState
  readonly due: string | null
  readonly assignee_id: number | null
  readonly title_sealed: Buffer
  readonly rev: number
  readonly outer_rev: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly outer_updated_at: Date
  readonly submitted_at: Date | null
  readonly assigned_at: Date | null
  readonly counts: boolean
  readonly hidden: boolean
  readonly merged_into: string | null
}

const RECORD = sql`threads.id, threads.room_id, threads.group_id, threads.asker_id, threads.writer_id, threads.type, threads.code,
  threads.number, threads.topic_id, threads.priority, threads.state, threads.due::text as due, threads.assignee_id, threads.title_sealed,
  threads.rev, threads.outer_rev, threads.created_at, threads.updated_at, threads.outer_updated_at, threads.submitted_at,
  threads.assigned_at, threads.counts, threads.hidden, threads.merged_into`

export async function holdThreads(
  tx: Tx,
  isReadable: RawBuilder<boolean>,
  ids: readonly string[],
): Promise<ThreadRecord[]> {
  const { rows } = await sql<ThreadRecord>`
    select ${RECORD} from threads where threads.id = any(${[...ids]}::uuid[]) and ${isReadable} order by threads.id for update
  `.execute(tx)
  return rows
}

export interface ListedThread extends ThreadRecord {
  readonly group_since: Date | null
  readonly group_name: string
  readonly group_color: string
  readonly topic_name: string | null
  readonly assignee_name: string | null
  readonly seen: number
  readonly place: string | null
}

export const withNames = (
  viewer: ThreadViewer,
  threads: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
) => sql`
  select ${RECORD}, threads.group_since, groups.name as group_name, groups.color as group_color, topics.name as topic_name, assignees.name as assignee_name,
    ${seenBy(viewer)} as seen, (${place})::text as place
  from ${threads} as threads
  join groups on groups.id = threads.group_id
  left join topics on topics.id = threads.topic_id
  left join members as assignees on assignees.id = threads.assignee_id
  ${joinReads(viewer)}`

export async function findThread(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  viewer: ThreadViewer,
  threadId: string,
): Promise<ListedThread | undefined> {
  const { rows } = await sql<ListedThread>`
    ${withNames(viewer, sql`(select * from threads where threads.id = ${threadId} and ${isReadable})`, sql`null`)}
  `.execute(db)
  return rows[0]
}

export async function findMoves(db: Queryable, threadId: string) {
  return db
    .withTables<ThreadTables>()
    .selectFrom('thread_moves')
    .innerJoin('members', 'members.id', 'thread_moves.member_id')
    .leftJoin('members as assignees', 'assignees.id', 'thread_moves.assignee_id')
    .selectAll('thread_moves')
    .select(['members.name as member_name', 'assignees.name as assignee_name'])
    .where('thread_id', '=', threadId)
    .orderBy('rev')
    .execute()
}

export async function findTopic(
  db: Queryable,
  roomId: number,
  topicId: string,
  { isRemovedToo = false } = {},
) {
  const topic = await db
    .withTables<ThreadTables>()
    .selectFrom('topics')
    .select(['id', 'name', 'approval', 'removed_at'])
    .where('id', '=', topicId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return topic && (isRemovedToo || topic.removed_at === null) ? topic : undefined
}

export async function findThreadsOf(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  {
    groupId,
    isShared,
    askerId,
    type,
  }: { groupId: number; isShared: boolean; askerId: number | null; type: ThreadType },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from threads where ${isReadable} and group_id = ${groupId} and type = ${type}
      ${isShared ? sql`` : sql`and asker_id = ${askerId}`}
  `.execute(db)
  return rows.map(({ id }) => id)
}
