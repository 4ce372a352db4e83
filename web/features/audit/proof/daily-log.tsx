import './daily-log.css'
import { useRef } from 'react'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import type { daily } from '../../../../contract/features/history.ts'
import { dayOf } from '../../../lib/format.ts'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { type ActivityFilter, isDayAlone } from '../list/activity-filter.ts'
import { MoreRows } from '../list/more-rows.tsx'
import { useDays } from './days-query.ts'

type Day = PayloadOut<typeof daily>['dailyLogByDate'][number]

function actorsOf({ users: [first, ...others] }: Pick<Day, 'users'>, t: Translate): string {
  if (!first) return t('activity.machine')
  return others.length === 0
    ? first.name
    : t('activity.dailyUsers', { name: first.name, count: others.length })
}

interface DailyLogProps {
  readonly roomId: number
  readonly filter: ActivityFilter
  readonly onDay: (day: string) => void
}

export function DailyLog({ roomId, filter, onDay }: DailyLogProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const query = useDays(roomId)
  const { days = [], openedAt } = query.data ?? {}
  return (
    <div ref={scroller} className="daily">
      <h2 className="daily-title">{t('activity.daily')}</h2>
      {!query.data && <QueryState query={query} count={4} />}
      {query.data && days.length === 0 && (
        <p className="daily-empty meta">{t('activity.dailyEmpty')}</p>
      )}
      <ul>
        {days.map((day) => {
          const who = actorsOf(day, t)
          const total = t('activity.dailyTotal', { count: day.total })
          return (
            <li key={day.createdAt}>
              <button
                type="button"
                className="daily-day"
                aria-pressed={isDayAlone(filter, day.createdAt)}
                aria-label={t('activity.dailyOf', { date: day.createdAt, who, total })}
                onClick={() => onDay(day.createdAt)}
              >
                <span className="numbers">{day.createdAt}</span>
                <span className="daily-total numbers">{total}</span>
                <span className="daily-who meta ellipsis">{who}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <MoreRows query={query} scroller={scroller} />
      {openedAt && (
        <p className="daily-opened meta">
          <span>{t('activity.opened')}</span>
          <span className="numbers">{dayOf(openedAt)}</span>
        </p>
      )}
    </div>
  )
}
