import './activity-table.css'
import type { RefObject } from 'react'
import type { HistoryItem } from '../../../contract/features/history.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { RowGap, useRowsInSight } from '../../ui/rows-in-sight.tsx'
import { ProofMark } from './proof-mark.tsx'

const ROW_HEIGHT = 40

interface ActivityTableProps {
  readonly entries: readonly HistoryItem[]
  /** Whether it tells who did it: not where all are one person's. */
  readonly hasDoers: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** Entries in a table, of which long ones draw only the rows in sight. */
export function ActivityTable({ entries, hasDoers, scroller }: ActivityTableProps) {
  const { t } = useTranslation()
  const rows = useRowsInSight({ count: entries.length, scroller, rowHeight: ROW_HEIGHT })
  const columns = hasDoers ? (['date', 'name', 'position', 'email', 'deed'] as const) : (['date', 'deed'] as const)
  return (
    <table className={hasDoers ? 'activity-table' : 'activity-table activity-table-own'} aria-rowcount={entries.length + 1}>
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
          const entry = entries[index]
          return entry && <Row key={entry.id} entry={entry} index={index} hasDoer={hasDoers} rowRef={rows.measure} />
        })}
      </tbody>
      <RowGap height={rows.below} columns={columns.length + 1} />
    </table>
  )
}

interface RowProps {
  readonly entry: HistoryItem
  readonly index: number
  readonly hasDoer: boolean
  readonly rowRef: ((row: HTMLTableRowElement | null) => void) | null
}

function Row({ entry, index, hasDoer, rowRef }: RowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { proof, createdAt, name, position, email, description } = entry
  const nobody = proof === 'broken' ? 'activity.unknown' : 'activity.machine'
  return (
    <tr
      ref={rowRef}
      data-index={index}
      aria-rowindex={index + 2}
      className={proof === 'broken' ? 'activity-row activity-broken' : 'activity-row'}
    >
      <td className="activity-date numbers">{formatInstant(createdAt, language)}</td>
      {hasDoer && (
        <>
          <td className="activity-name">{name || <span className="activity-nobody">{t(nobody)}</span>}</td>
          <td className="activity-position">{position}</td>
          <td className="activity-email">{email}</td>
        </>
      )}
      <td className="activity-deed">{description}</td>
      <td className="activity-proof">
        <ProofMark proof={proof} />
      </td>
    </tr>
  )
}
