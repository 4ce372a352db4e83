import { useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { AboutParts } from './about-parts.tsx'

export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-lead`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('about.title')}
      </h2>
      <p id={`${id}-lead`} className="meta about-lead">
        {t('about.lead')}
      </p>
      <AboutParts />
      <div className="modal-buttons">
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}
