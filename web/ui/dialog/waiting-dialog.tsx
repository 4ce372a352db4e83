import './waiting-dialog.css'
import { useId, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { WaitingBar } from '../state/waiting-bar.tsx'
import { Modal } from './modal.tsx'

interface WaitingDialogProps {
  readonly title: string
  readonly detail: string
  readonly onCancel: () => void
}

export function WaitingDialog({ title, detail, onCancel }: WaitingDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      initialFocus={button}
      onDismiss={onCancel}
    >
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      <p id={`${id}-text`} className="waiting-text meta numbers">
        {detail}
      </p>
      <WaitingBar />
      <div className="modal-buttons">
        <Button ref={button} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </Modal>
  )
}
