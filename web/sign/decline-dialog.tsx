import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../contract/core/limits.ts'
import { decline } from '../../contract/features/signing.ts'
import { useApi, useErrorText } from '../lib/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { isOver } from './use-ceremony.ts'

interface DeclineDialogProps {
  readonly onClose: () => void
  /** Reads the document anew. */
  readonly onChanged: () => Promise<void>
  readonly onDeclined: () => void
}

/** Asks why, and declines for everybody: there is no way back. */
export function DeclineDialog({ onClose, onChanged, onDeclined }: DeclineDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async () => {
    if (reason.trim() === '') {
      setProblem(t('sign.reasonFirst'))
      field.current?.focus()
      return
    }
    setBusy(true)
    setProblem('')
    try {
      await api.call(decline, { body: { reason: reason.trim() } })
      onDeclined()
    } catch (error) {
      if (isOver(error)) await onChanged()
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} initialFocus={field} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('sign.declineTitle')}
      </h2>
      <p id={`${id}-text`} className="sign-who">
        {t('sign.declineText')}
      </p>
      <label htmlFor={`${id}-reason`}>{t('sign.reason')}</label>
      <textarea
        ref={field}
        id={`${id}-reason`}
        className="field sign-text"
        rows={3}
        maxLength={LIMITS.declineReason}
        value={reason}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" isBusy={isBusy} onClick={() => void send()}>
          {t('sign.decline')}
        </Button>
      </div>
    </Modal>
  )
}
