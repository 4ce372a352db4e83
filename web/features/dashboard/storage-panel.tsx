import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { SortButton } from '../../ui/list/sort-button.tsx'
import { type Arc, arcsOf, percentText, TONES, tonesOf } from './charts/donut.ts'
import type { RoomNumbers } from './dashboard-query.ts'
import {
  directionOf,
  FIRST_SORT,
  nextSort,
  STORAGE_COLUMNS,
  type StorageColumn,
  type StorageRow,
  type StorageSort,
  sortedRows,
  storageRows,
} from './storage-rows.ts'

const PAGE = 50

export function StoragePanel({ numbers }: { readonly numbers: RoomNumbers }) {
  const { t } = useTranslation()
  const id = useId()
  const { messageFiles } = numbers
  const rows = storageRows(numbers)
  const looks = looksOf(rows)
  return (
    <section className="dashboard-panel" aria-labelledby={`${id}-title`}>
      <div className="dashboard-panel-head">
        <h2 id={`${id}-title`}>{t('dashboard.storage')}</h2>
      </div>
      <div className="dashboard-storage">
        <Donut
          rows={rows}
          looks={looks}
          used={numbers.info.nowStorage}
          whole={numbers.info.maxStorage}
        />
        <StorageTable rows={rows} looks={looks} labelledBy={`${id}-title`} />
      </div>
      {messageFiles.fileCnt > 0 && (
        <p className="meta">
          {t('dashboard.messageFiles', {
            count: messageFiles.fileCnt,
            size: formatSize(messageFiles.size),
          })}
        </p>
      )}
    </section>
  )
}

const RADIUS = 48
const ROUND = 2 * Math.PI * RADIUS

interface StorageProps {
  readonly rows: readonly StorageRow[]
  readonly looks: ReadonlyMap<StorageRow, string>
}

interface DonutProps extends StorageProps {
  readonly used: number
  readonly whole: number
}

function looksOf(rows: readonly StorageRow[]): ReadonlyMap<StorageRow, string> {
  const files = rows.filter(({ kind }) => kind !== 'rest')
  const tones = tonesOf(files.map(({ size }) => size))
  const lookOf = (row: StorageRow) =>
    row.size === 0 ? 'none' : row.kind === 'rest' ? 'rest' : String(tones[files.indexOf(row)])
  return new Map(rows.map((row) => [row, lookOf(row)]))
}

const LOOKS = [...Array.from({ length: TONES + 1 }, (_, tone) => String(tone)), 'rest']

function Donut({ rows, looks, used, whole }: DonutProps) {
  const { t } = useTranslation()
  const percent = percentText(used, whole)
  const arcs = arcsOf(
    LOOKS.map((look) =>
      rows.reduce((sum, row) => (looks.get(row) === look ? sum + row.size : sum), 0),
    ),
    whole,
  )
  const text = t('dashboard.storageOf', { used: formatSize(used), whole: formatSize(whole) })
  return (
    <svg
      className="dashboard-donut"
      viewBox="0 0 120 120"
      role="img"
      aria-label={`${percent}, ${text}`}
    >
      <circle className="dashboard-donut-ground" cx="60" cy="60" r={RADIUS} />
      {LOOKS.map((look, index) => <DonutArc key={look} arc={arcs[index]} look={look} />).reverse()}
      <text
        className="dashboard-donut-percent numbers"
        x="60"
        y="60"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {percent}
      </text>
    </svg>
  )
}

function DonutArc({ arc, look }: { readonly arc: Arc | undefined; readonly look: string }) {
  if (!arc || arc.length === 0) return null
  return (
    <circle
      className={`dashboard-donut-arc dashboard-tone-${look}`}
      cx="60"
      cy="60"
      r={RADIUS}
      transform="rotate(-90 60 60)"
      strokeDasharray={`${arc.length * ROUND} ${ROUND}`}
      strokeDashoffset={-arc.start * ROUND}
    />
  )
}

const HEADS = {
  name: 'dashboard.folder',
  fileCnt: 'dashboard.files',
  size: 'dashboard.size',
} as const

function StorageTable({ rows, looks, labelledBy }: StorageProps & { readonly labelledBy: string }) {
  const { t } = useTranslation()
  const [sort, setSort] = useState(FIRST_SORT)
  const [shown, setShown] = useState(PAGE)
  const sorted = sortedRows(rows, sort)
  return (
    <div className="dashboard-storage-list">
      <table className="dashboard-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {STORAGE_COLUMNS.map((column) => (
              <SortHead key={column} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((row) => (
            <tr key={row.kind === 'folder' ? row.id : row.kind}>
              <th scope="row">
                <span
                  className={`dashboard-swatch dashboard-tone-${looks.get(row)}`}
                  aria-hidden="true"
                />
                <StorageName row={row} />
              </th>
              <td className="dashboard-figure numbers">
                {row.kind === 'rest' ? '–' : t('dashboard.value', { value: row.fileCnt })}
              </td>
              <td className="dashboard-figure numbers">{formatSize(row.size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown && (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + PAGE)}>
          {t('dashboard.moreRows', { count: sorted.length - shown })}
        </Button>
      )}
    </div>
  )
}

function StorageName({ row }: { readonly row: StorageRow }): ReactNode {
  const { t } = useTranslation()
  if (row.kind === 'rest') return <Link to="/admin/trash">{t('dashboard.rest')}</Link>
  if (row.kind === 'composed') return <a href="/compose">{t('dashboard.composedFiles')}</a>
  if (row.kind === 'root') return <Link to="/admin/upload">{t('dashboard.inRoot')}</Link>
  return (
    <Link to="/admin/upload" search={{ folder: row.id }}>
      {row.name}
    </Link>
  )
}

interface SortHeadProps {
  readonly column: StorageColumn
  readonly sort: StorageSort
  readonly onSort: (sort: StorageSort) => void
}

function SortHead({ column, sort, onSort }: SortHeadProps) {
  const { t } = useTranslation()
  const direction = directionOf(sort, column)
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={column === 'name' ? undefined : 'dashboard-figure'}
    >
      <SortButton direction={direction} onSort={() => onSort(nextSort(sort, column))}>
        {t(HEADS[column])}
      </SortButton>
    </th>
  )
}
