import { type RawBuilder, sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { ThreadRole } from '../../../contract/features/threads/thread-roles.ts'
import type { QuestionLimits } from '../../../contract/features/threads/thread-settings.ts'
import type { ThreadState, ThreadType } from '../../../contract/features/threads/thread-states.ts'
import { isMemberNow } from '../../access/membership.read.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { isRead, isUnread, type Names, readsOf, seenBy } from './reading/unread.read.ts'
import type { ThreadTables } from './threads.tables.ts'

export interface SettingsRow {
  readonly limits: QuestionLimits
  readonly last_day: string | null
  readonly approval: boolean
  readonly names: boolean
  readonly hides_groups: boolean
}

const UNSET: SettingsRow = { limits: {}, last_day: null, approval: false, names: false, hides_groups: false }

export async function findSettings(db: Queryable, roomId: number): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    select limits, last_day::text as last_day, approval, names, hides_groups from question_settings where room_id = ${roomId}
  `.execute(db)
  return rows[0] ?? UNSET
}

interface ReaderGroupRow {
  readonly id: number
  readonly ordinal: number
  readonly kind: 'participants' | 'experts'
  readonly shared: boolean
  readonly role: ThreadRole | null
}

export async function findGroupOfReader(
  db: Queryable,
  roomId: number,
  { memberId, groupId }: { readonly memberId: number; readonly groupId: number },
): Promise<ReaderGroupRow | undefined> {
  const { rows } = await sql<ReaderGroupRow>`
    select groups.id, groups.ordinal, groups.kind, groups.shared,
      (select thread_role from members where members.id = ${memberId} and members.group_id = groups.id) as role
    from groups where groups.id = ${groupId} and groups.room_id = ${roomId}
  `.execute(db)
  return rows[0]
}

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

export async function holdThreads(tx: Tx, isReadable: RawBuilder<boolean>, ids: readonly string[]): Promise<ThreadRecord[]> {
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

export const withNames = (names: Names, threads: RawBuilder<unknown>, place: RawBuilder<unknown>) => sql`
  select ${RECORD}, threads.group_since, groups.name as group_name, groups.color as group_color, topics.name as topic_name, assignees.name as assignee_name,
    ${seenBy(names)} as seen, (${place})::text as place
  from ${threads} as threads
  join groups on groups.id = threads.group_id
  left join topics on topics.id = threads.topic_id
  left join members as assignees on assignees.id = threads.assignee_id
  ${readsOf(names)}`

export async function findThread(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  names: Names,
  threadId: string,
): Promise<ListedThread | undefined> {
  const { rows } = await sql<ListedThread>`
    ${withNames(names, sql`(select * from threads where threads.id = ${threadId} and ${isReadable})`, sql`null`)}
  `.execute(db)
  return rows[0]
}

export interface Filter {
  readonly type?: ThreadType | undefined
  readonly states?: readonly RawBuilder<boolean>[] | undefined
  readonly topicId?: string | undefined
  readonly groupId?: number | undefined
  /** 0 selects threads without an assignee. */
  readonly assignee?: number | undefined
  readonly priority?: number | undefined
  readonly unread?: boolean | undefined
  /** This is today in room time. */
  readonly overdueOn?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly code?: string | undefined
  readonly number?: number | undefined
}

export const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.reduce((whole, condition) => sql<boolean>`${whole} and ${condition}`, sql<boolean>`true`)
export const any = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql`(${conditions.reduce((whole, condition) => sql<boolean>`${whole} or ${condition}`, sql<boolean>`false`)})`

/** The literal must equal the index's. */
export const DUE = sql<string>`coalesce(threads.due, '9999-12-31'::date)`

/** Only answerers see a question's due date. */
export const OUTER_DUE = sql<string>`(case when threads.type = 'REQUEST' then ${DUE} else '9999-12-31'::date end)`

export const OPEN = sql<boolean>`threads.state in ('SUBMITTED', 'ASSIGNED', 'ANSWERED', 'APPROVED', 'OPEN', 'PARTLY')
  and (threads.state <> 'ANSWERED' or threads.type = 'QUESTION')`

export function conditionsOf(filter: Filter, names: Names): RawBuilder<boolean>[] {
  const { type, states, topicId, groupId, assignee, priority, unread, overdueOn, ids, code, number } = filter
  return [
    ...(type === undefined ? [] : [sql<boolean>`threads.type = ${type}`]),
    ...(states === undefined ? [] : [any(states)]),
    ...(topicId === undefined ? [] : [sql<boolean>`threads.topic_id = ${topicId}`]),
    ...(groupId === undefined ? [] : [sql<boolean>`threads.group_id = ${groupId}`]),
    ...(assignee === undefined
      ? []
      : [assignee === 0 ? sql<boolean>`threads.assignee_id is null` : sql<boolean>`threads.assignee_id = ${assignee}`]),
    ...(priority === undefined ? [] : [sql<boolean>`threads.priority = ${priority}`]),
    ...(unread === undefined ? [] : [unread ? isUnread(names) : isRead(names)]),
    ...(overdueOn === undefined ? [] : [sql<boolean>`${DUE} < ${overdueOn}::date and ${OPEN}`]),
    ...(code === undefined ? [] : [sql<boolean>`threads.code = ${code}`]),
    ...(number === undefined ? [] : [sql<boolean>`threads.number = ${number}`]),
    ...(ids === undefined ? [] : [sql<boolean>`threads.id = any(${[...ids]}::uuid[])`]),
  ]
}

export interface Order {
  readonly by: RawBuilder<unknown>
  readonly type: 'text' | 'smallint' | 'date' | 'timestamptz'
  readonly isDescending: boolean
}

export interface ThreadPage {
  readonly order: Order
  readonly after: { readonly place: string; readonly id: string } | undefined
  readonly limit: number
}

/** The read state costs a lookup per thread. */
export const neededReads = ({ unread }: Filter, names: Names): RawBuilder<unknown> => (unread === undefined ? sql`` : readsOf(names))

export async function findThreads(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  names: Names,
  filter: Filter,
  { order: { by, type, isDescending }, after, limit }: ThreadPage,
): Promise<ListedThread[]> {
  const direction = isDescending ? sql`desc` : sql`asc`
  const compared = isDescending ? sql`<` : sql`>`
  const behind = after ? sql`and (${by}, threads.id) ${compared} (${after.place}::${sql.raw(type)}, ${after.id}::uuid)` : sql``
  const order = sql`order by ${by} ${direction}, threads.id ${direction}`
  const page = sql`(
    select threads.* from threads ${neededReads(filter, names)} where ${isReadable} and ${all(conditionsOf(filter, names))} ${behind} ${order} limit ${limit})`
  const { rows } = await sql<ListedThread>`${withNames(names, page, by)} ${order}`.execute(db)
  return rows
}

export interface EntryRow {
  readonly id: string
  readonly thread_id: string
  readonly writer_id: number
  readonly kind: 'QUESTION' | 'ANSWER' | 'NOTE'
  readonly sealed: Buffer
  readonly created_at: Date
  readonly delivered_at: Date | null
  readonly writer_name: string
  readonly writer_role: number
}

export async function findEntries(db: Queryable, threadIds: readonly string[], isSeen: RawBuilder<boolean>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select thread_entries.id, thread_entries.thread_id, thread_entries.writer_id, thread_entries.kind, thread_entries.sealed,
      thread_entries.created_at, thread_entries.delivered_at, members.name as writer_name, members.role_id as writer_role
    from thread_entries join members on members.id = thread_entries.writer_id
    where thread_entries.thread_id = any(${[...threadIds]}::uuid[]) and ${isSeen}
    order by thread_entries.thread_id, thread_entries.position
  `.execute(db)
  return rows
}

export async function findLinks(db: Queryable, entryIds: readonly string[]) {
  if (entryIds.length === 0) return []
  return db
    .withTables<ThreadTables>()
    .selectFrom('thread_links')
    .select(['entry_id', 'item_id', 'page'])
    .where('entry_id', 'in', [...entryIds])
    .orderBy('entry_id')
    .orderBy('position')
    .execute()
}

export async function findAnswerLinks(db: Queryable, threadId: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .withTables<ThreadTables>()
    .selectFrom('thread_links')
    .innerJoin('thread_entries', 'thread_entries.id', 'thread_links.entry_id')
    .select('thread_links.item_id')
    .where('thread_entries.thread_id', '=', threadId)
    .where('thread_entries.kind', '=', 'ANSWER')
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
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

export interface AnswererRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role_id: number
  readonly thread_mails: 'each' | 'daily' | 'never'
}

export async function findAnswerers(db: Queryable, roomId: number, at: Date): Promise<AnswererRow[]> {
  const { rows } = await sql<AnswererRow>`
    select members.id, members.name, members.email, members.role_id, members.thread_mails from members
    where members.room_id = ${roomId} and members.ended_at is null and members.can_access and ${isMemberNow(at)}
      and ((members.role_id = ${ROLE.operator} and members.operator_scope = 'full') or exists (
        select from groups where groups.id = members.group_id and groups.kind = 'experts'))
    order by members.name, members.id
  `.execute(db)
  return rows
}

export async function findAudience(
  db: Queryable,
  { roomId, groupId, memberId, at }: { roomId: number; groupId: number; memberId: number | null; at: Date },
): Promise<AnswererRow[]> {
  const { rows } = await sql<AnswererRow>`
    select members.id, members.name, members.email, members.role_id, members.thread_mails
    from members join groups on groups.id = members.group_id
    where members.room_id = ${roomId} and members.group_id = ${groupId} and members.role_id <> ${ROLE.operator} and members.ended_at is null
      and members.can_access and members.thread_role <> 'none' and ${isMemberNow(at)}
      and (groups.shared or members.id = ${memberId}::bigint)
    order by members.id
  `.execute(db)
  return rows
}

export interface OwnerRow {
  readonly id: number
  readonly name: string
  readonly ordinal: number
  readonly kind: 'participants' | 'experts'
  readonly shared: boolean
}

export async function findOwner(
  db: Queryable,
  roomId: number,
  { groupId, memberId }: { readonly groupId?: number | undefined; readonly memberId?: number | undefined },
): Promise<OwnerRow | undefined> {
  const isWanted =
    memberId === undefined
      ? sql`groups.id = ${groupId ?? 0}`
      : sql`groups.id = (select group_id from members where members.id = ${memberId} and members.room_id = ${roomId})`
  const { rows } = await sql<OwnerRow>`
    select id, name, ordinal, kind, shared from groups where room_id = ${roomId} and ${isWanted}
  `.execute(db)
  return rows[0]
}

export async function findTopic(db: Queryable, roomId: number, topicId: string, { isRemovedToo = false } = {}) {
  const topic = await db
    .withTables<ThreadTables>()
    .selectFrom('topics')
    .select(['id', 'name', 'approval', 'removed_at'])
    .where('id', '=', topicId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return topic && (isRemovedToo || topic.removed_at === null) ? topic : undefined
}

export const IS_QUESTION = sql<boolean>`thread_entries.kind = 'QUESTION'`

export async function findThreadsOf(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  { groupId, isShared, askerId, type }: { groupId: number; isShared: boolean; askerId: number | null; type: ThreadType },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from threads where ${isReadable} and group_id = ${groupId} and type = ${type}
      ${isShared ? sql`` : sql`and asker_id = ${askerId}`}
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function countFiltered(db: Queryable, isReadable: RawBuilder<boolean>, names: Names, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from threads left join thread_reads as reads on reads.thread_id = threads.id and reads.member_id = ${names.memberId}
    where ${isReadable} and ${all(conditionsOf(filter, names))}
  `.execute(db)
  return rows[0]?.count ?? 0
}
