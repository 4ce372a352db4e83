import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { instantOf, type Moment, MomentFields, momentOf } from '../../room/moment-fields.tsx'
import type { DescribedField } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'

const DAY_MS = 86_400_000

export interface AsOf {
  readonly isPast: boolean
  readonly moment: Moment
}

export const asOfNow = (): AsOf => ({ isPast: false, moment: momentOf(systemClock.now() - DAY_MS) })

type Problem = 'disclosure.momentMissing' | 'disclosure.momentAhead'

/** Returns the instant (undefined means now) or why there is none. */
export function instantAsOf({ isPast, moment }: AsOf): {
  readonly at?: string
  readonly problem?: Problem
} {
  if (!isPast) return {}
  const at = instantOf(moment)
  if (at === undefined) return { problem: 'disclosure.momentMissing' }
  if (at.getTime() > systemClock.now()) return { problem: 'disclosure.momentAhead' }
  return { at: at.toISOString() }
}

interface AsOfFieldProps {
  readonly asOf: AsOf
  readonly hint: string
  readonly described: DescribedField
  readonly onChange: (asOf: AsOf) => void
}

export function AsOfField({ asOf, hint, described, onChange }: AsOfFieldProps) {
  const { t } = useTranslation()
  const { isPast, moment } = asOf
  return (
    <fieldset className="choices">
      <legend>{t('disclosure.at')}</legend>
      <Choice type="radio" isChosen={!isPast} onChange={() => onChange({ isPast: false, moment })}>
        {t('disclosure.now')}
      </Choice>
      <Choice type="radio" isChosen={isPast} onChange={() => onChange({ isPast: true, moment })}>
        {t('disclosure.past')}
      </Choice>
      {isPast && (
        <div className="disclosure-moment">
          <MomentFields
            isPast
            moment={moment}
            described={described}
            onMoment={(typed) => onChange({ isPast, moment: typed })}
          />
          <p className="meta">{hint}</p>
        </div>
      )}
    </fieldset>
  )
}
