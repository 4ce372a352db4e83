import { Table2 } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { axisTop, dayLineOf } from './charts/day-line.ts'
import type { Overview } from './dashboard-query.ts'
import { HistoryLink } from './history-link.tsx'

type Days = Overview['days']

export function DaysPanel({ days }: { readonly days: Days }) {
  const { t } = useTranslation()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const total = days.reduce((sum, day) => sum + day.total, 0)
  return (
    <section className="dashboard-panel" aria-labelledby={`${id}-title`}>
      <div className="dashboard-panel-head">
        <h2 id={`${id}-title`}>{t('dashboard.days', { count: days.length })}</h2>
        <span className="meta numbers">{t('dashboard.entries', { count: total })}</span>
        <Button
          size="small"
          variant="quiet"
          icon={Table2}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {t('dashboard.asTable')}
        </Button>
      </div>
      {isTable ? <DayTable days={days} labelledBy={`${id}-title`} /> : <DayLine days={days} />}
    </section>
  )
}

const WEEK = 7

const SIZE = { width: 300, height: 72 }

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function DayLine({ days }: { readonly days: Days }) {
  const { t } = useTranslation()
  const [active, setActive] = useState(days.length - 1)
  const { line, area } = dayLineOf(
    days.map(({ total }) => total),
    SIZE,
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = STEPS[event.key]?.(active, days.length)
    if (next === undefined) return
    event.preventDefault()
    event.currentTarget.closest('ol')?.querySelectorAll('a')[next]?.focus()
  }
  const top = axisTop(days.map(({ total }) => total))
  return (
    <div className="dashboard-days">
      <ol className="dashboard-days-axis meta numbers" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <li key={value}>{t('dashboard.value', { value })}</li>
        ))}
      </ol>
      <svg
        className="dashboard-line"
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[0, SIZE.height / 2, SIZE.height].map((y) => (
          <line key={y} className="dashboard-line-grid" x2={SIZE.width} y1={y} y2={y} />
        ))}
        <path className="dashboard-line-area" d={area} />
        <path className="dashboard-line-stroke" d={line} />
      </svg>
      <ol className="dashboard-day-links">
        {days.map(({ day, total }, index) => {
          const text = t('dashboard.dayText', {
            day,
            entries: t('dashboard.entries', { count: total }),
          })
          return (
            <li key={day}>
              <HistoryLink
                className="dashboard-day"
                show={{ from: day, to: day }}
                aria-label={text}
                data-tip={text}
                tabIndex={index === active ? 0 : -1}
                onFocus={() => setActive(index)}
                onKeyDown={onKeyDown}
              />
            </li>
          )
        })}
      </ol>
      <ol className="dashboard-days-dates meta numbers" aria-hidden="true">
        {days.map(({ day }, index) =>
          (days.length - 1 - index) % WEEK === 0 ? (
            <li key={day} style={{ '--day-at': (index + 0.5) / days.length } as CSSProperties}>
              {day.slice(5)}
            </li>
          ) : null,
        )}
      </ol>
    </div>
  )
}

function DayTable({ days, labelledBy }: { readonly days: Days; readonly labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <div className="dashboard-scroll">
      <table className="dashboard-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            <th scope="col" className="dashboard-figure">
              {t('dashboard.activity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, total }) => (
            <tr key={day}>
              <th scope="row" className="numbers">
                <HistoryLink show={{ from: day, to: day }}>{day}</HistoryLink>
              </th>
              <td className="dashboard-figure numbers">{t('dashboard.value', { value: total })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
