import { useId, useState } from 'react'
import type { Ceremony } from '../../contract/features/signing.ts'
import { useApi, useErrorText } from '../lib/api/api-context.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog/modal.tsx'
import { type Fillings, type OwnBox, sentOf } from './fillings.ts'
import { sendSigned } from './send-signed.ts'
import { isOver } from './use-ceremony.ts'

interface FinishDialogProps {
  readonly ceremony: Ceremony
  readonly boxes: readonly OwnBox[]
  readonly fillings: Fillings
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
  readonly onOver: () => Promise<void>
}

const isDone = (error: unknown): boolean => error instanceof ApiError && error.code === 'SIGN_DONE'

export function FinishDialog({
  ceremony,
  boxes,
  fillings,
  onClose,
  onDone,
  onOver,
}: FinishDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const id = useId()
  const [consents, setConsents] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isApproval = boxes.length === 0
  const send = async () => {
    setBusy(true)
    setProblem('')
    try {
      await sendSigned(api, sentOf(boxes, fillings))
    } catch (error) {
      if (isOver(error)) return onOver()
      if (!isDone(error)) {
        setProblem(errorText(error))
        return setBusy(false)
      }
    }
    await onDone()
    setProblem(t('network.failed'))
    setBusy(false)
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-who`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t(isApproval ? 'sign.approveTitle' : 'sign.finishTitle')}
      </h2>
      <p id={`${id}-who`} className="sign-who">
        {t('sign.signsAs', { name: ceremony.participant.name, email: ceremony.participant.email })}
      </p>
      <label className="sign-consent">
        <input
          type="checkbox"
          checked={consents}
          onChange={({ currentTarget }) => setConsents(currentTarget.checked)}
        />
        <span>{t(isApproval ? 'sign.consentApproval' : 'sign.consent')}</span>
      </label>
      <p className="meta">{t('sign.recorded')}</p>
      {ceremony.waterMark && (
        <p className="meta">{t('sign.waterMark', { email: ceremony.sender.email })}</p>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          blockedBecause={consents ? undefined : t('sign.consentFirst')}
          onClick={() => void send()}
        >
          {t(problem === '' ? (isApproval ? 'sign.approve' : 'sign.finish') : 'common.retry')}
        </Button>
      </div>
    </Modal>
  )
}
