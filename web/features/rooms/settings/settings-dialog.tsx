import './settings-dialog.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'

interface SettingsDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

export function SettingsDialog({ title, children, onClose }: SettingsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      <ul className="settings-switches">{children}</ul>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}
