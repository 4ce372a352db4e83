import './search-filter-bar.css'
import { useQuery } from '@tanstack/react-query'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import { list } from '../../../contract/features/documents.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/field/day-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import {
  isFiltered,
  KINDS,
  PERIODS,
  type SearchedKind,
  type SearchFilter,
  type SearchPeriod,
} from './search-filter.ts'

const FOLDERS = 100
const ROOT = 0

interface SearchFilterBarProps {
  readonly filter: SearchFilter
  readonly onFilter: (filter: SearchFilter) => void
  readonly roomId: number
  readonly folder: number
  readonly listsKey: readonly (string | number)[]
}

export function SearchFilterBar({ filter, onFilter, ...place }: SearchFilterBarProps) {
  const { t } = useTranslation()
  const kinds = [
    { id: 'all' as const, label: t('search.allKinds') },
    ...(Object.keys(KINDS) as SearchedKind[]).map((id) => ({ id, label: t(`search.${id}`) })),
  ]
  const periods = [
    { id: 'ever' as const, label: t('search.ever') },
    ...(Object.keys(PERIODS) as SearchPeriod[]).map((id) => ({ id, label: t(`search.${id}`) })),
    { id: 'own' as const, label: t('search.ownPeriod') },
  ]
  return (
    <search className="search-filter" aria-label={t('search.filter')}>
      <SelectField<SearchedKind | 'all'>
        label={t('search.kindLabel')}
        options={kinds}
        chosen={filter.kind ?? 'all'}
        onChoose={(id) => onFilter({ ...filter, kind: id === 'all' ? undefined : id })}
      />
      <SelectField<SearchPeriod | 'own' | 'ever'>
        label={t('search.dateLabel')}
        options={periods}
        chosen={filter.period ?? 'ever'}
        onChoose={(id) => onFilter({ ...filter, period: id === 'ever' ? undefined : id })}
      />
      <FolderField filter={filter} onFilter={onFilter} {...place} />
      {filter.period === 'own' && (
        <div className="search-days">
          <DayField
            className="search-day"
            label={t('search.from')}
            day={filter.from}
            onDay={(from) => onFilter({ ...filter, from })}
          />
          <span aria-hidden="true">–</span>
          <DayField
            className="search-day"
            label={t('search.to')}
            day={filter.to}
            onDay={(to) => onFilter({ ...filter, to })}
          />
        </div>
      )}
      {isFiltered(filter) && (
        <Button variant="quiet" size="small" onClick={() => onFilter({})}>
          {t('search.clearFilter')}
        </Button>
      )}
    </search>
  )
}

function FolderField({ filter, onFilter, roomId, folder, listsKey }: SearchFilterBarProps) {
  const { t } = useTranslation()
  const api = useApi()
  const at = filter.within ?? folder
  const folders = useQuery({
    queryKey: [...listsKey, 'search-folders', at],
    queryFn: ({ signal }) =>
      api.page(list, { body: { keword: '', parent: at, roomId, limit: FOLDERS } }, { signal }),
    placeholderData: (before) => before,
  })
  const folderPath = folders.data?.beside.folderPath ?? []
  const inside = (folders.data?.payload ?? []).filter(({ type }) => type === ITEM_TYPE.folder)
  const options = [
    { id: ROOT, label: t('search.wholeRoom') },
    ...folderPath.map(({ id, folderName }) => ({ id, label: folderName })),
    ...inside.map(({ id, name }) => ({
      id,
      label: folderPath.length === 0 ? name : `${folderPath.at(-1)?.folderName} / ${name}`,
    })),
  ]
  return (
    <SelectField
      label={t('search.folderLabel')}
      options={options}
      chosen={filter.within ?? ROOT}
      onChoose={(id) => onFilter({ ...filter, within: id === ROOT ? undefined : id })}
    />
  )
}
