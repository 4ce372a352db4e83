import './mail-preview.css'
import { useId } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'

interface MailPreviewProps {
  readonly roomName: string
  readonly afterMinutes: number
  readonly onClose: () => void
}

export function MailPreview({ roomName, afterMinutes, onClose }: MailPreviewProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-hint`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('room.notiPreview')}
      </h2>
      <p id={`${id}-hint`} className="meta">
        {t('room.notiHint')}
      </p>
      <ul className="mail-preview-facts">
        <li>
          {afterMinutes === 0
            ? t('room.notiWhenAtOnce')
            : t('room.notiWhen', { minutes: afterMinutes })}
        </li>
        <li>{t('room.notiWho')}</li>
        <li>{t('room.notiWhat')}</li>
      </ul>
      <figure className="mail-preview" aria-label={t('room.mailSample')}>
        <p className="mail-preview-subject">{t('room.mailSubject', { room: roomName })}</p>
        <p>{t('room.mailText')}</p>
        <p className="mail-preview-documents">{t('room.mailDocuments')}</p>
        <span className="mail-preview-link">{t('room.mailLink')}</span>
      </figure>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}
