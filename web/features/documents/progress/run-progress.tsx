import './run-progress.css'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ProgressBar } from '../../../ui/state/progress-bar.tsx'

interface RunProgressProps {
  readonly title: string
  readonly total: number
  readonly finished: number
  readonly stop: () => void
}

export function RunProgress({ title, total, finished, stop }: RunProgressProps) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isStopping, setIsStopping] = useState(false)
  const end = () => {
    setIsStopping(true)
    stop()
  }
  return (
    <Modal labelledBy={id} initialFocus={button} onDismiss={end}>
      <h2 id={id} className="title">
        {title}
      </h2>
      <p className="run-count meta numbers">{t('item.progress', { finished, total })}</p>
      <ProgressBar label={title} share={finished / total} />
      <div className="modal-buttons">
        <Button ref={button} isBusy={isStopping} onClick={end}>
          {t(isStopping ? 'item.stopping' : 'item.stop')}
        </Button>
      </div>
    </Modal>
  )
}
