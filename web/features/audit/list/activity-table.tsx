import './activity-table.css'
import { ChevronDown, ChevronRight, CircleDashed, ShieldCheck, TriangleAlert } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { HistoryItem, ProofState } from '../../../../contract/features/history.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { RowGap, useRowsInSight } from '../../../ui/list/rows-in-sight.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { type ActivityScope, keyOf } from './activity-query.ts'
import { type ReadingEntries, useReadingEntries } from './reading-entries.ts'

const ROW_HEIGHT = 35

interface ActivityTableProps {
  readonly scope: ActivityScope
  readonly entries: readonly HistoryItem[]
  readonly hasActors: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

type TableRow =
  | { readonly kind: 'item' | 'entry'; readonly key: string; readonly entry: HistoryItem }
  | { readonly kind: 'state'; readonly key: string; readonly query: ReadingEntries }

export function ActivityTable({ scope, entries, hasActors, scroller }: ActivityTableProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = entries.filter((entry) => entry.entries > 1 && opened.has(keyOf(entry)))
  const readings = useReadingEntries(scope, open)
  const table = entries.flatMap((entry): readonly TableRow[] => {
    const key = keyOf(entry)
    const item = { kind: 'item', key, entry } as const
    const reading = readings[open.indexOf(entry)]
    if (!reading) return [item]
    if (!reading.data) return [item, { kind: 'state', key: `${key} state`, query: reading }]
    return [
      item,
      ...reading.data.map(
        (part) => ({ kind: 'entry', key: `${key} entry ${part.id}`, entry: part }) as const,
      ),
    ]
  })
  const rows = useRowsInSight({ count: table.length, scroller, rowHeight: ROW_HEIGHT })
  const columns = hasActors
    ? (['date', 'name', 'position', 'email', 'deed'] as const)
    : (['date', 'deed'] as const)
  const toggle = (key: string) =>
    setOpened(
      new Set(opened.has(key) ? [...opened].filter((each) => each !== key) : [...opened, key]),
    )
  return (
    <table
      className={hasActors ? 'activity-table' : 'activity-table activity-table-own'}
      aria-rowcount={table.length + 1}
    >
      <caption className="hidden">{t('activity.list')}</caption>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column} scope="col" className={`activity-${column}`}>
              {t(`activity.${column}`)}
            </th>
          ))}
          <th scope="col" className="activity-proof">
            {t('activity.proof')}
          </th>
        </tr>
      </thead>
      <RowGap height={rows.above} columns={columns.length + 1} />
      <tbody>
        {rows.indices.map((index) => {
          const row = table[index]
          if (!row) return null
          const place = { ref: rows.measure, 'data-index': index, 'aria-rowindex': index + 2 }
          if (row.kind === 'state')
            return (
              <tr key={row.key} {...place} className="activity-row">
                <td colSpan={columns.length + 1}>
                  <QueryState query={row.query} count={1} />
                </td>
              </tr>
            )
          return (
            <Row
              key={row.key}
              entry={row.entry}
              isPart={row.kind === 'entry'}
              hasActor={hasActors}
              place={place}
              isOpen={opened.has(row.key)}
              onToggle={
                row.kind === 'item' && row.entry.entries > 1 ? () => toggle(row.key) : undefined
              }
            />
          )
        })}
      </tbody>
      <RowGap height={rows.below} columns={columns.length + 1} />
    </table>
  )
}

interface RowProps {
  readonly entry: HistoryItem
  readonly isPart: boolean
  readonly hasActor: boolean
  readonly place: {
    readonly ref: ((row: HTMLTableRowElement | null) => void) | null
    readonly 'data-index': number
    readonly 'aria-rowindex': number
  }
  readonly isOpen: boolean
  readonly onToggle: (() => void) | undefined
}

const DRAWINGS = { signed: ShieldCheck, waiting: CircleDashed, broken: TriangleAlert }

function ProofMark({ proof }: { readonly proof: ProofState }) {
  const { t } = useTranslation()
  const Drawing = DRAWINGS[proof]
  return (
    <span className={`proof proof-${proof}`} data-tip={t(`activity.${proof}Tip`)}>
      <Drawing aria-hidden="true" />
      <span className={proof === 'broken' ? undefined : 'hidden'}>{t(`activity.${proof}`)}</span>
    </span>
  )
}

function Row({ entry, isPart, hasActor, place, isOpen, onToggle }: RowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { proof, createdAt, name, position, email, description } = entry
  const nobody = proof === 'broken' ? 'activity.unknown' : 'activity.machine'
  const classes = [
    'activity-row',
    isPart && 'activity-part',
    proof === 'broken' && 'activity-broken',
  ].filter(Boolean)
  return (
    <tr {...place} className={classes.join(' ')}>
      <td className="activity-date numbers">{formatInstant(createdAt, language)}</td>
      {hasActor && (
        <>
          <td className="activity-name">
            {isPart ? null : name || <span className="activity-nobody">{t(nobody)}</span>}
          </td>
          <td className="activity-position">{isPart ? null : position}</td>
          <td className="activity-email">{isPart ? null : email}</td>
        </>
      )}
      <td className="activity-deed">
        {description}{' '}
        {onToggle && (
          <button
            type="button"
            className="activity-toggle numbers"
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
            {t('activity.readingEntries', { count: entry.entries })}
          </button>
        )}
      </td>
      <td className="activity-proof">
        <ProofMark proof={proof} />
      </td>
    </tr>
  )
}
