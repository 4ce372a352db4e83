import './export-dialog.css'
import { useId, useRef } from 'react'
import { formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { WaitingBar } from '../../ui/waiting-bar.tsx'

interface ExportDialogProps {
  readonly title: string
  /** In bytes; how many there will be nobody knows before the end. */
  readonly received: number
  readonly onCancel: () => void
}

/** Says that a list is on its way. */
export function ExportDialog({ title, received, onCancel }: ExportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} initialFocus={button} onDismiss={onCancel}>
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      <p id={`${id}-text`} className="export-text meta numbers">
        {t('activity.exportingDetail', { size: formatSize(received) })}
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
