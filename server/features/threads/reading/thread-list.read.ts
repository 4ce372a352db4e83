import { type RawBuilder, sql } from 'kysely'
import type { ThreadType } from '../../../../contract/features/threads/thread-states.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type ListedThread, withNames } from '../threads.read.ts'
import { isRead, isUnread, joinReads, type ThreadViewer } from './unread.read.ts'

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
  conditions.reduce(
    (whole, condition) => sql<boolean>`${whole} and ${condition}`,
    sql<boolean>`true`,
  )

export const any = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql`(${conditions.reduce((whole, condition) => sql<boolean>`${whole} or ${condition}`, sql<boolean>`false`)})`

/** The literal must equal the index's. */
export const DUE = sql<string>`coalesce(threads.due, '9999-12-31'::date)`

/** Only answerers see a question's due date. */
export const OUTER_DUE = sql<string>`(case when threads.type = 'REQUEST' then ${DUE} else '9999-12-31'::date end)`

export const OPEN = sql<boolean>`threads.state in ('SUBMITTED', 'ASSIGNED', 'ANSWERED', 'APPROVED', 'OPEN', 'PARTLY')
  and (threads.state <> 'ANSWERED' or threads.type = 'QUESTION')`

export function conditionsOf(filter: Filter, viewer: ThreadViewer): RawBuilder<boolean>[] {
  const {
    type,
    states,
    topicId,
    groupId,
    assignee,
    priority,
    unread,
    overdueOn,
    ids,
    code,
    number,
  } = filter
  return [
    ...(type === undefined ? [] : [sql<boolean>`threads.type = ${type}`]),
    ...(states === undefined ? [] : [any(states)]),
    ...(topicId === undefined ? [] : [sql<boolean>`threads.topic_id = ${topicId}`]),
    ...(groupId === undefined ? [] : [sql<boolean>`threads.group_id = ${groupId}`]),
    ...(assignee === undefined
      ? []
      : [
          assignee === 0
            ? sql<boolean>`threads.assignee_id is null`
            : sql<boolean>`threads.assignee_id = ${assignee}`,
        ]),
    ...(priority === undefined ? [] : [sql<boolean>`threads.priority = ${priority}`]),
    ...(unread === undefined ? [] : [unread ? isUnread(viewer) : isRead(viewer)]),
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
export const neededReads = ({ unread }: Filter, viewer: ThreadViewer): RawBuilder<unknown> =>
  unread === undefined ? sql`` : joinReads(viewer)

export async function findThreads(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  viewer: ThreadViewer,
  filter: Filter,
  { order: { by, type, isDescending }, after, limit }: ThreadPage,
): Promise<ListedThread[]> {
  const direction = isDescending ? sql`desc` : sql`asc`
  const compared = isDescending ? sql`<` : sql`>`
  const behind = after
    ? sql`and (${by}, threads.id) ${compared} (${after.place}::${sql.raw(type)}, ${after.id}::uuid)`
    : sql``
  const order = sql`order by ${by} ${direction}, threads.id ${direction}`
  const page = sql`(
    select threads.* from threads ${neededReads(filter, viewer)} where ${isReadable} and ${all(conditionsOf(filter, viewer))} ${behind} ${order} limit ${limit})`
  const { rows } = await sql<ListedThread>`${withNames(viewer, page, by)} ${order}`.execute(db)
  return rows
}

export async function countFiltered(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  viewer: ThreadViewer,
  filter: Filter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from threads left join thread_reads as reads on reads.thread_id = threads.id and reads.member_id = ${viewer.memberId}
    where ${isReadable} and ${all(conditionsOf(filter, viewer))}
  `.execute(db)
  return rows[0]?.count ?? 0
}
