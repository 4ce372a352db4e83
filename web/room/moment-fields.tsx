import './moment-fields.css'
import { type RefObject, useId } from 'react'
import { formatMinute, momentAt } from '../../contract/core/room-time.ts'
import { systemClock } from '../lib/browser/clock.ts'
import { dayOf, ROOM_ZONE } from '../lib/format.ts'
import { useTranslation } from '../lib/i18n.ts'
import type { DescribedField } from '../ui/dialog/form-dialog.tsx'

/** Typed text is in the room's time zone. */
export interface Moment {
  readonly day: string
  readonly time: string
}

export function momentOf(instant: string | number): Moment {
  const [day = '', time = ''] = formatMinute(new Date(instant), ROOM_ZONE).split(' ')
  return { day, time }
}

export const instantOf = ({ day, time }: Moment): Date | undefined => momentAt(day, time, ROOM_ZONE)

interface MomentFieldsProps {
  readonly moment: Moment
  readonly described: DescribedField
  readonly isPast?: boolean
  readonly dayField?: RefObject<HTMLInputElement | null>
  readonly onMoment: (moment: Moment) => void
}

export function MomentFields({
  moment,
  described,
  isPast = false,
  dayField,
  onMoment,
}: MomentFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = {
    ...described,
    className: 'field',
    required: true,
    'aria-describedby': `${id}-zone ${described['aria-describedby']}`,
  }
  return (
    <div className="moment">
      <label className="meta">
        {t('room.momentDay')}
        <input
          {...field}
          ref={dayField}
          type="date"
          value={moment.day}
          {...{ [isPast ? 'max' : 'min']: dayOf(systemClock.now()) }}
          onChange={({ currentTarget }) => onMoment({ ...moment, day: currentTarget.value })}
        />
      </label>
      <label className="meta">
        {t('room.momentTime')}
        <input
          {...field}
          type="time"
          value={moment.time}
          onChange={({ currentTarget }) => onMoment({ ...moment, time: currentTarget.value })}
        />
      </label>
      <p id={`${id}-zone`} className="meta moment-zone">
        {t('room.momentZone', { zone: ROOM_ZONE })}
      </p>
    </div>
  )
}
