import { CalendarClock } from 'lucide-react'
import { useRef, useState } from 'react'
import { schedule } from '../../../contract/features/ending.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import type { Ending } from './ending-query.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useEndingCalls } from './use-ending-calls.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

interface ScheduleSectionProps {
  readonly roomId: number
  readonly ending: Pick<Ending, 'phase' | 'closesAt' | 'told'>
}

export function ScheduleSection({
  roomId,
  ending: { phase, closesAt, told: reported },
}: ScheduleSectionProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const place = useRef<HTMLElement>(null)
  const { api, dialogs, run } = useEndingCalls(roomId, place)
  const [isOpen, setOpen] = useState(false)
  const set = (at: string | null, said: string) =>
    run(() => api.call(schedule, { body: { id: roomId, closesAt: at } }), said)
  const cancel = async () => {
    const question = {
      tone: 'check',
      text: t('ending.scheduleCancelAsk'),
      detail: <p className="modal-text meta">{t('ending.scheduleCancelEffect')}</p>,
      confirmLabel: t('ending.scheduleCancel'),
      cancelLabel: t('common.close'),
    } as const
    if (await dialogs.confirm(question)) await set(null, t('ending.scheduleCancelled'))
  }
  const isClosed = phase === 'closed'
  return (
    <section ref={place} tabIndex={-1} className="ending-part" aria-labelledby="ending-schedule">
      <h2 id="ending-schedule">{t('ending.schedule')}</h2>
      {closesAt === null ? (
        <p className="meta">{t(isClosed ? 'ending.scheduleClosed' : 'ending.scheduleNone')}</p>
      ) : (
        <Scheduled closesAt={closesAt} told={reported} />
      )}
      {!isClosed && (
        <div className="ending-buttons">
          <Button icon={CalendarClock} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t(closesAt === null ? 'ending.scheduleSet' : 'ending.scheduleChange')}
          </Button>
          {closesAt !== null && (
            <Button onClick={() => void cancel()}>{t('ending.scheduleCancel')}</Button>
          )}
        </div>
      )}
      {isOpen && (
        <ScheduleDialog
          closesAt={closesAt}
          onClose={() => setOpen(false)}
          onChosen={(at) =>
            set(at, t('ending.scheduleSaved', { date: formatInstant(at, language) }))
          }
        />
      )}
    </section>
  )
}

interface ScheduledProps {
  readonly closesAt: string
  readonly told: Ending['told']
}

function Scheduled({ closesAt, told: reported }: ScheduledProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const now = useNow(MINUTE_MS)
  const left = Date.parse(closesAt) - now
  const mail = (daysBefore: number, at: string | null, isReplaced: boolean): string => {
    const due = Date.parse(closesAt) - daysBefore * DAY_MS
    if (at !== null) return t('ending.toldAt', { date: formatInstant(at, language) })
    if (isReplaced) return t('ending.toldSkipped')
    return due > now
      ? t('ending.toldDue', { date: formatInstant(due, language) })
      : t('ending.toldSoon')
  }
  return (
    <>
      <p className="ending-when numbers">
        {t('ending.scheduledAt', { date: formatInstant(closesAt, language) })}{' '}
        <Chip
          tone="warn"
          text={
            left < DAY_MS
              ? t('ending.scheduledSoon')
              : t('ending.scheduledLeft', { count: Math.ceil(left / DAY_MS) })
          }
        />
      </p>
      <dl className="ending-facts numbers">
        <dt>{t('ending.toldWeek')}</dt>
        <dd>{mail(7, reported.week, reported.day !== null || left <= DAY_MS)}</dd>
        <dt>{t('ending.toldDay')}</dt>
        <dd>{mail(1, reported.day, false)}</dd>
      </dl>
    </>
  )
}
