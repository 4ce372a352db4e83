import { useId, useRef, useState } from 'react'
import { formatMinute, momentAt } from '../../../contract/core/room-time.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { dayOf, ROOM_ZONE } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'

const TWO_WEEKS_MS = 14 * 24 * 3_600_000

interface ScheduleDialogProps {
  readonly closesAt: string | null
  /** @returns true if the server has accepted it. */
  readonly onChosen: (at: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Uses the room's time zone. */
export function ScheduleDialog({ closesAt, onChosen, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const dayField = useRef<HTMLInputElement>(null)
  const [[first, firstTime]] = useState(() => {
    const [day = '', time = ''] = closesAt
      ? formatMinute(new Date(closesAt), ROOM_ZONE).split(' ')
      : [dayOf(systemClock.now() + TWO_WEEKS_MS), '18:00']
    return [day, time] as const
  })
  const [day, setDay] = useState(first)
  const [time, setTime] = useState(firstTime)
  const submit = async () => {
    const at = momentAt(day, time, ROOM_ZONE)
    if (at === undefined) return t('ending.scheduleMissing')
    if (at.getTime() <= systemClock.now()) return t('ending.schedulePast')
    if (await onChosen(at.toISOString())) onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('ending.schedule')}
      help={{ text: t('ending.scheduleHelp'), className: 'meta ending-help' }}
      className="ending-form"
      submit={t('ending.scheduleSave')}
      initialFocus={dayField}
      onSubmit={submit}
      onClose={onClose}
    >
      {({ 'aria-describedby': problem, ...field }) => {
        const described = { ...field, className: 'field', required: true, 'aria-describedby': `${id}-zone ${problem}` }
        return (
          <>
            <div className="ending-moment">
              <label className="meta">
                {t('ending.scheduleDay')}
                <input
                  {...described}
                  ref={dayField}
                  type="date"
                  value={day}
                  min={dayOf(systemClock.now())}
                  onChange={({ currentTarget }) => setDay(currentTarget.value)}
                />
              </label>
              <label className="meta">
                {t('ending.scheduleTime')}
                <input {...described} type="time" value={time} onChange={({ currentTarget }) => setTime(currentTarget.value)} />
              </label>
            </div>
            <p id={`${id}-zone`} className="meta">
              {t('ending.scheduleZone', { zone: ROOM_ZONE })}
            </p>
          </>
        )
      }}
    </FormDialog>
  )
}
