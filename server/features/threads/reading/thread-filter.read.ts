import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { formatDay } from '../../../../contract/core/room-time.ts'
import {
  IN_PROGRESS,
  INNER_STATES,
  PRIORITIES,
  type ShownState,
} from '../../../../contract/features/threads/thread-states.ts'
import type { THREAD_SORTS, threadFilter } from '../../../../contract/features/threads/threads.ts'
import { isOuter, type ThreadReader } from '../thread-reader.ts'
import { DUE, type Filter, type Order, OUTER_DUE } from './thread-list.read.ts'

type ThreadFilterInput = {
  readonly [K in keyof typeof threadFilter]?: z.output<(typeof threadFilter)[K]>
}

const IS_INNER = sql<boolean>`(threads.type = 'QUESTION' and threads.state in (${sql.join(INNER_STATES.map((state) => sql.lit(state)))}))`
/** These literals must equal those of the index. */
const OUTER_STATE = sql<string>`(case when ${IS_INNER} then ${sql.lit(IN_PROGRESS)} else threads.state end)`

/** Filtering by visible states reveals nothing more. */
function matches(reader: ThreadReader, state: ShownState): RawBuilder<boolean> {
  if (state === IN_PROGRESS) return IS_INNER
  if (!isOuter(reader)) return sql`threads.state = ${state}`
  return sql`(threads.state = ${state} and not ${IS_INNER})`
}

export function filterOf(
  reader: ThreadReader,
  asked: ThreadFilterInput,
  { now, zone }: { readonly now: Date; readonly zone: string },
): Filter {
  const { type, state, topicId, groupId, assignee, priority, unread, overdue } = asked
  const states = state === undefined ? undefined : Array.isArray(state) ? state : [state]
  const isInside = !isOuter(reader)
  return {
    ...{ type, topicId, unread },
    states: states?.map((each) => matches(reader, each)),
    groupId: reader.side === 'coordinator' ? groupId : undefined,
    assignee: isInside ? assignee : undefined,
    priority: priority === undefined ? undefined : PRIORITIES.indexOf(priority),
    overdueOn: overdue && isInside ? formatDay(now, zone) : undefined,
  }
}

type Sort = (typeof THREAD_SORTS)[number]

export function orderOf(
  reader: ThreadReader,
  sort: Sort = 'updatedAt',
  descending?: boolean,
): Order {
  const isOutside = isOuter(reader)
  const orders: Record<Sort, Order> = {
    updatedAt: {
      by: isOutside ? sql`threads.outer_updated_at` : sql`threads.updated_at`,
      type: 'timestamptz',
      isDescending: true,
    },
    number: { by: sql`threads.number_key`, type: 'text', isDescending: false },
    due: { by: isOutside ? OUTER_DUE : DUE, type: 'date', isDescending: false },
    priority: { by: sql`threads.priority`, type: 'smallint', isDescending: true },
    state: { by: isOutside ? OUTER_STATE : sql`threads.state`, type: 'text', isDescending: false },
  }
  const order = orders[sort]
  return { ...order, isDescending: descending ?? order.isDescending }
}

/** Groups see their own entries and delivered answers. */
export const isSeenEntry = (reader: ThreadReader): RawBuilder<boolean> =>
  isOuter(reader)
    ? sql`(thread_entries.kind = 'QUESTION' or (thread_entries.kind = 'ANSWER' and thread_entries.delivered_at is not null))`
    : sql`true`
