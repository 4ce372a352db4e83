import { useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { untilOfDay } from '../../../room/access-period.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'

interface PastExportDialogProps {
  /** @throws an error, which is shown. */
  readonly onExport: (at: Date) => Promise<void>
  readonly onClose: () => void
}

export function PastExportDialog({ onExport, onClose }: PastExportDialogProps) {
  const { t } = useTranslation()
  const today = dayOf(systemClock.now())
  const [day, setDay] = useState(today)

  const submit = async () => {
    const end = untilOfDay(day)
    if (end === undefined) return t('matrix.pastDay')
    if (day > today) return t('matrix.pastAhead')
    // Today's export ends at the present moment.
    await onExport(new Date(Math.min(Date.parse(end) - 1, systemClock.now())))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('matrix.pastTitle')}
      help={{ text: t('matrix.pastHelp'), className: 'meta' }}
      className="past-export"
      submit={t('matrix.pastDo')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(field) => (
        <label className="meta">
          {t('matrix.pastLabel')}
          <input
            {...field}
            className="field numbers"
            type="date"
            max={today}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        </label>
      )}
    </FormDialog>
  )
}
