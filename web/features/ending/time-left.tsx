import { useTranslation } from '../../lib/i18n.ts'
import { useNow } from '../../lib/use-now.ts'

const MINUTE_MS = 60_000
const TICK_MS = 10_000

/** How long it is until a moment, to the minute. */
export function TimeLeft({ until }: { readonly until: string }) {
  const { t } = useTranslation()
  const left = Math.ceil((Date.parse(until) - useNow(TICK_MS)) / MINUTE_MS)
  const hours = Math.floor(left / 60)
  if (left <= 0) return <strong>{t('ending.dueNow')}</strong>
  return <strong>{hours > 0 ? t('ending.dueHours', { hours, minutes: left % 60 }) : t('ending.dueMinutes', { minutes: left })}</strong>
}
