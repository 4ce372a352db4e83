import { useRef, useState } from 'react'
import { errorText } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'

interface ReasonDialogProps {
  readonly to: 'RETURNED' | 'ASSIGNED' | 'OPEN'
  readonly onReason: (reason: string) => Promise<void>
  readonly onClose: () => void
}

export function ReasonDialog({ to, onReason, onClose }: ReasonDialogProps) {
  const { t, language } = useTranslation()
  const [reason, setReason] = useState('')
  const text = useRef<HTMLTextAreaElement>(null)
  return (
    <FormDialog
      title={t(`questions.reasonTitle${to}`)}
      help={{ text: t(`questions.reasonHelp${to}`) }}
      className="questions-form"
      submit={t(`questions.reasonTitle${to}`)}
      initialFocus={text}
      onSubmit={async () => {
        if (reason.trim() === '' && to !== 'OPEN') return errorText('REASON_MISSING', language)
        await onReason(reason)
        return undefined
      }}
      onClose={onClose}
    >
      {(field) => (
        <label className="questions-field">
          {t('questions.reason')}
          <textarea
            {...field}
            ref={text}
            className="field questions-text"
            rows={4}
            maxLength={LIMITS.threadText}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </label>
      )}
    </FormDialog>
  )
}
