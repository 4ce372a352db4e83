import { useRef, useState } from 'react'
import { LIMITS } from '../../contract/core/limits.ts'
import { decline } from '../../contract/features/signing.ts'
import { useApi } from '../lib/api/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { isOver } from './use-ceremony.ts'

interface DeclineDialogProps {
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
  readonly onDeclined: () => void
}

export function DeclineDialog({ onClose, onChanged, onDeclined }: DeclineDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const submit = async () => {
    if (reason.trim() === '') return t('sign.reasonFirst')
    try {
      await api.call(decline, { body: { reason: reason.trim() } })
    } catch (error) {
      if (isOver(error)) await onChanged()
      throw error
    }
    onDeclined()
    return undefined
  }
  return (
    <FormDialog
      title={t('sign.declineTitle')}
      help={{ text: t('sign.declineText'), className: 'sign-who' }}
      className="sign-form"
      submit={t('sign.decline')}
      variant="danger"
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <label>
          {t('sign.reason')}
          <textarea
            ref={field}
            className="field sign-text"
            rows={3}
            maxLength={LIMITS.declineReason}
            value={reason}
            {...described}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
      )}
    </FormDialog>
  )
}
