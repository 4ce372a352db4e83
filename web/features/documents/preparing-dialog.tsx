import './preparing-dialog.css'
import { useId, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { WaitingBar } from '../../ui/waiting-bar.tsx'

/** Says that a copy is being stamped before its download begins. */
export function PreparingDialog({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} initialFocus={button} onDismiss={onCancel}>
      <h2 id={`${id}-title`} className="title">
        {t('actions.preparing')}
      </h2>
      <p id={`${id}-text`} className="preparing-text meta">
        {t('actions.preparingDetail')}
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
