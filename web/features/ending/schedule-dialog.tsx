import '../../ui/field.css'
import { useId, useRef, useState } from 'react'
import { formatMinute, momentAt } from '../../../contract/core/room-time.ts'
import { systemClock } from '../../lib/clock.ts'
import { dayOf, ROOM_ZONE } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSubmit } from './use-submit.ts'

const TWO_WEEKS_MS = 14 * 24 * 3_600_000

interface ScheduleDialogProps {
  readonly closesAt: string | null
  /** @returns whether the server has taken it. */
  readonly onChosen: (at: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks for day and time at which the room closes, in the time zone of the room. */
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
  const [problem, setProblem] = useState('')
  const onSubmit = useSubmit(async () => {
    const at = momentAt(day, time, ROOM_ZONE)
    const wrong = at === undefined ? 'ending.scheduleMissing' : at.getTime() <= systemClock.now() ? 'ending.schedulePast' : undefined
    if (wrong) {
      setProblem(t(wrong))
      return dayField.current?.focus()
    }
    if (at && (await onChosen(at.toISOString()))) onClose()
  })
  const bind = (set: (value: string) => void) => ({
    className: 'field',
    required: true,
    'aria-describedby': `${id}-zone ${id}-problem`,
    'aria-invalid': problem !== '',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      set(currentTarget.value)
      setProblem('')
    },
  })
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} initialFocus={dayField} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('ending.schedule')}
      </h2>
      <p id={`${id}-help`} className="meta ending-help">
        {t('ending.scheduleHelp')}
      </p>
      <form className="ending-form" noValidate onSubmit={onSubmit}>
        <div className="ending-moment">
          <label className="meta">
            {t('ending.scheduleDay')}
            <input {...bind(setDay)} ref={dayField} type="date" value={day} min={dayOf(systemClock.now())} />
          </label>
          <label className="meta">
            {t('ending.scheduleTime')}
            <input {...bind(setTime)} type="time" value={time} />
          </label>
        </div>
        <p id={`${id}-zone`} className="meta">
          {t('ending.scheduleZone', { zone: ROOM_ZONE })}
        </p>
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('ending.scheduleSave')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
