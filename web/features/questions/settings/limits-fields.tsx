import type { QuestionLimits } from '../../../../contract/features/threads/thread-settings.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { DayField } from '../../../ui/field/day-field.tsx'

const NAMES = ['total', 'day', 'week', 'topic'] as const

export interface Typed {
  readonly total: string
  readonly day: string
  readonly week: string
  readonly topic: string
  readonly high: string
  readonly lastDay: string
}

const typed = (value: number | undefined): string => (value === undefined ? '' : String(value))

export const typedFrom = (limits: QuestionLimits | null, lastDay: string | null): Typed => ({
  total: typed(limits?.total),
  day: typed(limits?.day),
  week: typed(limits?.week),
  topic: typed(limits?.topic),
  high: typed(limits?.priority?.HIGH),
  lastDay: lastDay ?? '',
})

const DIGITS = 6

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, DIGITS)

export function limitsFrom({ total, day, week, topic, high }: Typed): QuestionLimits {
  const numbers = { total, day, week, topic }
  const given = NAMES.flatMap((name) =>
    numbers[name] === '' ? [] : [[name, Number(numbers[name])] as const],
  )
  return {
    ...Object.fromEntries(given),
    ...(high === '' ? {} : { priority: { HIGH: Number(high) } }),
  }
}

interface LimitsFieldsProps {
  readonly typed: Typed
  readonly onTyped: (typed: Typed) => void
}

export function LimitsFields({ typed: values, onTyped }: LimitsFieldsProps) {
  const { t } = useTranslation()
  const field = (name: Exclude<keyof Typed, 'lastDay'>, label: string) => (
    <label key={name} className="questions-field">
      {label}
      <input
        className="field field-small numbers"
        inputMode="numeric"
        placeholder={t('questions.settingsNone')}
        value={values[name]}
        onChange={(event) => onTyped({ ...values, [name]: digitsOf(event.currentTarget.value) })}
      />
    </label>
  )
  return (
    <>
      <fieldset className="question-limits">
        <legend>{t('questions.settingsLimits')}</legend>
        <p className="meta">{t('questions.settingsLimitsHelp')}</p>
        {NAMES.map((name) => field(name, t(`questions.limit${name}`)))}
        {field('high', t('questions.limitHIGH'))}
      </fieldset>
      <div className="questions-field question-last-day">
        <span aria-hidden="true">{t('questions.settingsLastDay')}</span>
        <DayField
          className="questions-day"
          label={t('questions.settingsLastDay')}
          day={values.lastDay}
          onDay={(lastDay) => onTyped({ ...values, lastDay })}
        />
        <p className="meta">{t('questions.settingsLastDayHelp')}</p>
      </div>
    </>
  )
}
