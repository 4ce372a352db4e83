import { useId, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Lettering } from '../../ui/lettering.tsx'
import { Modal } from '../../ui/modal.tsx'

interface LifetimeWarningProps {
  readonly minutesLeft: number
  readonly onRead: () => void
  readonly onLogout: () => void
}

/** Says that the session is about to end whatever is done, and what becomes of unfinished work. */
export function LifetimeWarning({ minutesLeft, onRead, onLogout }: LifetimeWarningProps) {
  const { t } = useTranslation()
  const id = useId()
  const read = useRef<HTMLButtonElement>(null)
  return (
    <Modal role="alertdialog" initialFocus={read} labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onRead}>
      <h2 id={`${id}-title`}>
        <Lettering word="Check !" />
      </h2>
      <div id={`${id}-text`}>
        <p className="numbers">{t('idle.expires', { count: minutesLeft })}</p>
        <p className="modal-text meta">{t('idle.expiresHelp')}</p>
      </div>
      <div className="modal-buttons">
        <Button onClick={onLogout}>{t('app.logout')}</Button>
        <Button ref={read} variant="primary" onClick={onRead}>
          {t('common.confirm')}
        </Button>
      </div>
    </Modal>
  )
}
