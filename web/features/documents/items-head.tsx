import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { directionOf, nextSort, type SortColumn, useSort } from './sort.ts'

const COLUMNS = [
  { column: 'name', text: 'documents.name' },
  { column: 'uploadedAt', text: 'documents.date' },
  { column: 'type', text: 'documents.type' },
  { column: 'size', text: 'documents.size' },
] as const

const CLASSES: Record<SortColumn, string> = { name: 'items-name', uploadedAt: 'items-date', type: 'items-type', size: 'items-size' }

/** The names of the columns, by which the list is sorted. */
export function ItemsHead() {
  const { t } = useTranslation()
  const [sort, setSort] = useSort()
  return (
    <thead>
      <tr className="items-head" aria-rowindex={1}>
        {COLUMNS.map(({ column, text }) => {
          const direction = directionOf(sort, column)
          return (
            <th key={column} scope="col" className={CLASSES[column]} aria-sort={direction ?? 'none'}>
              <button type="button" className="items-sort" onClick={() => setSort(nextSort(sort, column))}>
                {t(text)}
                {direction === 'ascending' && <ArrowUp />}
                {direction === 'descending' && <ArrowDown />}
              </button>
            </th>
          )
        })}
        <th scope="col" className="items-more">
          <span className="hidden">{t('documents.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}
