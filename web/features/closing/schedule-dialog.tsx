import { useRef, useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { dayOf } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { instantOf, MomentFields, momentOf } from '../../room/moment-fields.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'

const TWO_WEEKS_MS = 14 * 24 * 3_600_000

interface ScheduleDialogProps {
  readonly closesAt: string | null
  /** @returns true if the server accepted it. */
  readonly onChosen: (at: string) => Promise<boolean>
  readonly onClose: () => void
}

export function ScheduleDialog({ closesAt, onChosen, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation()
  const dayField = useRef<HTMLInputElement>(null)
  const [moment, setMoment] = useState(() =>
    closesAt ? momentOf(closesAt) : { day: dayOf(systemClock.now() + TWO_WEEKS_MS), time: '18:00' },
  )
  const submit = async () => {
    const at = instantOf(moment)
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
      {(described) => (
        <MomentFields
          moment={moment}
          described={described}
          dayField={dayField}
          onMoment={setMoment}
        />
      )}
    </FormDialog>
  )
}
