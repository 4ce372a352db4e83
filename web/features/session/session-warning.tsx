import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TITLES } from '../../ui/dialog/message-dialog.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'

interface SessionWarningProps {
  readonly goOnLabel: string
  readonly onGoOn: () => void
  readonly onLogout: () => void
  readonly children: ReactNode
}

export function SessionWarning({ goOnLabel, onGoOn, onLogout, children }: SessionWarningProps) {
  const { t } = useTranslation()
  const id = useId()
  const goOn = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      role="alertdialog"
      initialFocus={goOn}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onDismiss={onGoOn}
    >
      <h2 id={`${id}-title`} className="title" lang="en">
        {TITLES.check}
      </h2>
      <div id={`${id}-text`}>{children}</div>
      <div className="modal-buttons">
        <Button onClick={onLogout}>{t('app.logout')}</Button>
        <Button ref={goOn} variant="primary" onClick={onGoOn}>
          {goOnLabel}
        </Button>
      </div>
    </Modal>
  )
}
