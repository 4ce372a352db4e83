import { useId, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Lettering } from '../../ui/lettering.tsx'
import { Modal } from '../../ui/modal.tsx'

interface IdleWarningProps {
  readonly secondsLeft: number
  readonly onStay: () => void
  readonly onLogout: () => void
}

/** Asks whether somebody is still there. Escape stays, too: any key is a sign of life. */
export function IdleWarning({ secondsLeft, onStay, onLogout }: IdleWarningProps) {
  const { t } = useTranslation()
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Modal role="alertdialog" initialFocus={stay} labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onStay}>
      <h2 id={`${id}-title`}>
        <Lettering word="Check !" />
      </h2>
      {/* Read out when it opens; the countdown is for the eyes. */}
      <p id={`${id}-text`} className="numbers">
        {t('idle.warning', { count: secondsLeft })}
      </p>
      <div className="modal-buttons">
        <Button onClick={onLogout}>{t('app.logout')}</Button>
        <Button ref={stay} variant="primary" onClick={onStay}>
          {t('idle.stay')}
        </Button>
      </div>
    </Modal>
  )
}
