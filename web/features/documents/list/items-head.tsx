import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { TableSelection } from '../selection/use-selection.ts'
import { directionOf, nextSort, type Sort, type SortColumn, useSort } from './sort.ts'

const COLUMNS = [
  { column: 'name', text: 'documents.name' },
  { column: 'uploadedAt', text: 'documents.date' },
  { column: 'type', text: 'documents.type' },
  { column: 'size', text: 'documents.size' },
] as const

const CLASSES: Record<Exclude<SortColumn, 'index'>, string> = {
  name: 'items-name',
  uploadedAt: 'items-date',
  type: 'items-type',
  size: 'items-size',
}

interface ItemsHeadProps {
  readonly selection: TableSelection | undefined
  readonly hasStates: boolean
  readonly isNumbered: boolean
}

export function ItemsHead({ selection, hasStates, isNumbered }: ItemsHeadProps) {
  const { t } = useTranslation()
  const [sort, setSort] = useSort()
  return (
    <thead>
      <tr className="row-grid-head items-head" aria-rowindex={1}>
        {selection && <SelectAll selection={selection} />}
        {COLUMNS.map(({ column, text }) => {
          const direction = directionOf(sort, column, isNumbered)
          return (
            <th
              key={column}
              scope="col"
              className={CLASSES[column]}
              aria-sort={direction ?? 'none'}
            >
              {column === 'name' && isNumbered && <ByNumber sort={sort} onSort={setSort} />}
              <button
                type="button"
                className="items-sort"
                onClick={() => setSort(nextSort(sort, column, isNumbered))}
              >
                {t(text)}
                {direction === 'ascending' && <ArrowUp />}
                {direction === 'descending' && <ArrowDown />}
              </button>
            </th>
          )
        })}
        {hasStates && (
          <th scope="col" className="items-state">
            {t('documents.state')}
          </th>
        )}
        <th scope="col" className="row-grid-more items-more">
          <span className="hidden">{t('documents.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

function ByNumber({
  sort,
  onSort,
}: {
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}) {
  const { t } = useTranslation()
  const direction = directionOf(sort, 'index', true)
  return (
    <button
      type="button"
      className="items-sort items-sort-number"
      aria-pressed={direction !== undefined}
      onClick={() => onSort(nextSort(sort, 'index', true))}
    >
      {t('documents.number')}
      {direction === 'ascending' && <ArrowUp />}
      {direction === 'descending' && <ArrowDown />}
    </button>
  )
}

function SelectAll({ selection }: { readonly selection: TableSelection }) {
  const { t } = useTranslation()
  const isSome = selection.here.length > 0
  const label = t(isSome ? 'documents.selectNone' : 'documents.selectAll')
  return (
    <th scope="col" className="row-grid-check items-check">
      <label data-tip={label}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = isSome && !selection.isWhole
          }}
          type="checkbox"
          aria-label={label}
          checked={selection.isWhole}
          onChange={() => (isSome ? selection.remove(selection.here) : selection.all())}
        />
      </label>
    </th>
  )
}
