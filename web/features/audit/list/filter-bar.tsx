import './filter-bar.css'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { nameOfType } from '../../../../contract/features/activity/activity-type-names.ts'
import {
  ACTIVITY_TYPES,
  type ActivityType,
} from '../../../../contract/features/activity/activity-types.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { DayField } from '../../../ui/field/day-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import {
  type ActivityFilter,
  conditionsOf,
  PERIOD_NAMES,
  periodOf,
  withDay,
  withPeriod,
} from './activity-filter.ts'
import { usePeople } from './people-query.ts'

const EVERYBODY = 0

interface FilterBarProps {
  readonly filter: ActivityFilter
  readonly onFilter: (filter: ActivityFilter) => void
  readonly roomId?: number
}

export function FilterBar(props: FilterBarProps) {
  const { filter, onFilter } = props
  const { t } = useTranslation()
  const id = useId()
  const isFolding = useMediaQuery('(max-width: 767px)')
  const [isUnfolded, setUnfolded] = useState(false)
  const chosen = conditionsOf(filter)
  const clear = chosen > 0 && (
    <Button variant="quiet" size="small" onClick={() => onFilter({})}>
      {t('activity.clear')}
    </Button>
  )
  return (
    <search className="activity-filter" aria-label={t('activity.filter')}>
      {isFolding && (
        <>
          <Button
            size="small"
            icon={ListFilter}
            aria-expanded={isUnfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {t('activity.fold')}
            {chosen > 0 && <span className="activity-filter-count numbers">{chosen}</span>}
          </Button>
          {clear}
        </>
      )}
      <div id={id} className="activity-filter-fields" hidden={isFolding && !isUnfolded}>
        <Fields {...props} />
      </div>
      {!isFolding && clear}
    </search>
  )
}

function Fields({ filter, onFilter, roomId }: FilterBarProps) {
  const { t, language } = useTranslation()
  const today = dayOf(systemClock.now())
  const period = periodOf(filter, today)
  const types = [
    { id: 'all' as const, label: t('activity.all') },
    ...ACTIVITY_TYPES.map((id) => ({ id, label: nameOfType(id, language) })),
  ]
  return (
    <>
      {roomId !== undefined && <PersonField roomId={roomId} filter={filter} onFilter={onFilter} />}
      <SelectField<ActivityType | 'all'>
        label={t('activity.kind')}
        options={types}
        chosen={filter.type ?? 'all'}
        onChoose={(id) => onFilter({ ...filter, type: id === 'all' ? undefined : id })}
      />
      <div className="activity-days">
        <DayField
          className="activity-day"
          label={t('activity.from')}
          day={filter.from}
          onDay={(day) => onFilter(withDay(filter, 'from', day))}
        />
        <span aria-hidden="true">–</span>
        <DayField
          className="activity-day"
          label={t('activity.to')}
          day={filter.to}
          onDay={(day) => onFilter(withDay(filter, 'to', day))}
        />
      </div>
      <fieldset className="activity-periods">
        <legend className="hidden">{t('activity.period')}</legend>
        {PERIOD_NAMES.map((name) => (
          <Button
            key={name}
            variant="quiet"
            size="small"
            aria-pressed={name === period}
            onClick={() => onFilter(withPeriod(filter, name, today))}
          >
            {t(`activity.${name}`)}
          </Button>
        ))}
      </fieldset>
    </>
  )
}

function PersonField({ roomId, filter, onFilter }: FilterBarProps & { readonly roomId: number }) {
  const { t } = useTranslation()
  const people = usePeople(roomId)
  const options = [
    { id: EVERYBODY, label: t('activity.all') },
    ...(people.data ?? []).map(({ id, userName }) => ({ id, label: userName })),
  ]
  return (
    <div className="activity-person">
      <SelectField
        label={t('activity.user')}
        options={options}
        chosen={filter.user ?? EVERYBODY}
        onChoose={(id) => onFilter({ ...filter, user: id === EVERYBODY ? undefined : id })}
      />
      {people.isError && (
        <Button
          size="small"
          data-tip={t('activity.usersFailed')}
          isBusy={people.isFetching}
          onClick={() => void people.refetch()}
        >
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
