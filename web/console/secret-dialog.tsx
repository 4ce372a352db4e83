import { useId, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Modal, ModalClose } from '../ui/dialog/modal.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly help: string
  readonly secret: string
  readonly onClose: () => void
}

export function SecretDialog({ title, help, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    // Browsers provide no clipboard without TLS.
    await navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      <p id={`${id}-help`} className="modal-text">
        {help}
      </p>
      <output className="console-secret">{secret}</output>
      <Button size="small" onClick={() => void copy()}>
        {t(isCopied ? 'console.copied' : 'console.copy')}
      </Button>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}
