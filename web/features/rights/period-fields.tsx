import { useTranslation } from '../../lib/i18n.ts'
import { type GrantPeriod, NO_PERIOD } from '../../room/grants.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/field/day-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { dayOfFrom, dayOfUntil, fromDay, untilDay } from './period.ts'

interface PeriodFieldsProps {
  readonly group: string
  readonly period: GrantPeriod
  /** The root cannot inherit. */
  readonly isRoot: boolean
  readonly onPeriod: (period: GrantPeriod) => void
}

export function PeriodFields({ group, period, isRoot, onPeriod }: PeriodFieldsProps) {
  const { t } = useTranslation()
  const { from, until, after } = period
  return (
    <fieldset className="rights-period" aria-label={t('rights.periodOf', { group })}>
      <span className="rights-days">
        <DayField
          className="rights-day"
          label={t('rights.fromLabel')}
          day={dayOfFrom(from)}
          onDay={(day) => onPeriod({ ...period, from: fromDay(day) })}
        />
        <span aria-hidden="true">–</span>
        <DayField
          className="rights-day"
          label={t('rights.untilLabel')}
          day={dayOfUntil(until)}
          onDay={(day) =>
            onPeriod({ ...period, until: untilDay(day), after: day === '' ? 'none' : after })
          }
        />
      </span>
      {until !== null && !isRoot && (
        <SelectField
          label={t('rights.afterLabel')}
          options={[
            { id: 'none', label: t('rights.afterNone') },
            { id: 'inherit', label: t('rights.afterInherit') },
          ]}
          chosen={after}
          onChoose={(id) => onPeriod({ ...period, after: id })}
        />
      )}
      {(from !== null || until !== null) && (
        <Button size="small" variant="quiet" onClick={() => onPeriod(NO_PERIOD)}>
          {t('rights.noPeriod')}
        </Button>
      )}
    </fieldset>
  )
}
