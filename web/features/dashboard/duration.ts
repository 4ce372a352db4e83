import { type Translate, useTranslation } from '../../lib/i18n.ts'

/** Shows the two largest units, and no seconds from one hour on. A positive duration is at least one second. */
export function durationText(seconds: number, t: Translate): string {
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0
  if (whole < 60) return t('dashboard.seconds', { seconds: whole })
  if (whole < 3_600) {
    const values = { minutes: Math.floor(whole / 60), seconds: whole % 60 }
    return t(values.seconds > 0 ? 'dashboard.minutesSeconds' : 'dashboard.minutes', values)
  }
  const minutes = Math.round(whole / 60)
  const values = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return t(values.minutes > 0 ? 'dashboard.hoursMinutes' : 'dashboard.hours', values)
}

export function useDuration(): (seconds: number) => string {
  const { t } = useTranslation()
  return (seconds) => durationText(seconds, t)
}
