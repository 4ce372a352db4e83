import type { QuestionLimits } from '../../../contract/features/threads/thread-settings.ts'
import { PRIORITIES, type Priority } from '../../../contract/features/threads/thread-states.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Count, type Counted, countSubmitted, findOwnPeriod } from './limits.read.ts'
import type { SettingsRow } from './settings/settings.read.ts'

export interface QuestionPeriod {
  readonly limits: QuestionLimits
  /** The day is `YYYY-MM-DD` in room time, inclusive. */
  readonly lastDay: string | null
}

export async function periodOf(
  db: Queryable,
  groupId: number,
  settings: SettingsRow,
): Promise<QuestionPeriod> {
  const own = await findOwnPeriod(db, groupId)
  return {
    limits: own?.question_limits ?? settings.limits,
    lastDay: own?.questions_until ?? settings.last_day,
  }
}

export interface Left {
  readonly total?: number
  readonly day?: number
  readonly week?: number
  readonly topics?: readonly { readonly topicId: string; readonly left: number }[]
  readonly priorities?: readonly { readonly priority: Priority; readonly left: number }[]
}

const sum = (counts: readonly Count[], of: 'total' | 'today' | 'week'): number =>
  counts.reduce((whole, count) => whole + count[of], 0)
const leftOf = (limit: number, used: number): number => Math.max(0, limit - used)

export async function questionsLeft(
  db: Queryable,
  counted: Counted,
  limits: QuestionLimits,
  {
    zone,
    now,
    topicIds,
  }: { readonly zone: string; readonly now: Date; readonly topicIds: readonly string[] },
): Promise<Left> {
  if (Object.keys(limits).length === 0) return {}
  const counts = await countSubmitted(db, counted, { zone, now })
  const { total, day, week, topic, priority } = limits
  return {
    ...(total === undefined ? {} : { total: leftOf(total, sum(counts, 'total')) }),
    ...(day === undefined ? {} : { day: leftOf(day, sum(counts, 'today')) }),
    ...(week === undefined ? {} : { week: leftOf(week, sum(counts, 'week')) }),
    ...(topic === undefined
      ? {}
      : {
          topics: topicIds.map((topicId) => ({
            topicId,
            left: leftOf(
              topic,
              sum(
                counts.filter(({ topic_id }) => topic_id === topicId),
                'total',
              ),
            ),
          })),
        }),
    ...(priority === undefined
      ? {}
      : {
          priorities: PRIORITIES.flatMap((name, index) => {
            const limit = priority[name]
            const used = sum(
              counts.filter((count) => count.priority === index),
              'total',
            )
            return limit === undefined ? [] : [{ priority: name, left: leftOf(limit, used) }]
          }),
        }),
  }
}

interface Submitted {
  readonly counted: Counted
  readonly limits: QuestionLimits
  readonly asked: readonly { readonly topic_id: string | null; readonly priority: number }[]
  readonly zone: string
  readonly now: Date
}

/** `holdLimits` must be held. @throws Refusal QUESTION_LIMIT */
export async function refuseBeyondLimits(
  db: Queryable,
  { counted, limits, asked, zone, now }: Submitted,
): Promise<void> {
  const topicIds = [...new Set(asked.flatMap(({ topic_id }) => topic_id ?? []))]
  const left = await questionsLeft(db, counted, limits, { zone, now, topicIds })
  const uses = [
    { left: left.total, limit: limits.total, count: asked.length },
    { left: left.day, limit: limits.day, count: asked.length },
    { left: left.week, limit: limits.week, count: asked.length },
    ...(left.topics ?? []).map((topic) => ({
      ...{ left: topic.left, limit: limits.topic },
      count: asked.filter(({ topic_id }) => topic_id === topic.topicId).length,
    })),
    ...(left.priorities ?? []).map((each) => ({
      ...{ left: each.left, limit: limits.priority?.[each.priority] },
      count: asked.filter(({ priority }) => PRIORITIES[priority] === each.priority).length,
    })),
  ]
  const spent = uses.find((use) => use.left !== undefined && use.count > use.left)
  if (spent) throw new Refusal('QUESTION_LIMIT', { variables: { limit: spent.limit ?? 0 } })
}

/** @throws Refusal QUESTIONS_ENDED after the last day. */
export function refuseAfterLastDay({ lastDay }: QuestionPeriod, today: string): void {
  if (lastDay !== null && today > lastDay)
    throw new Refusal('QUESTIONS_ENDED', { variables: { day: lastDay } })
}
