import '../../ui/field/field.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { findPin } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { useBusy } from '../../ui/state/busy.tsx'

interface LostPinDialogProps {
  readonly onAsked: () => void
  readonly onClose: () => void
}

export function LostPinDialog({ onAsked, onClose }: LostPinDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const block = useBusy()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)

  const refuse = async (text: string) => {
    setProblem(text)
    await dialogs.alert({ tone: 'check', text })
    input.current?.focus()
  }
  const ask = async () => {
    setIsAsking(true)
    try {
      await block(api.call(findPin, { body: { email } }))
      onAsked()
      setIsAsking(false)
      await dialogs.alert({ tone: 'check', text: t('login.mailSent') })
      onClose()
    } catch (error) {
      setIsAsking(false)
      void refuse(errorText(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAsking) return
    if (email.trim() === '') return void refuse(t('login.emailRequired'))
    if (input.current?.validity.typeMismatch) return void refuse(t('login.emailFormat'))
    void ask()
  }

  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={input}
      onDismiss={onClose}
    >
      <form onSubmit={submit} noValidate>
        <h2 id={`${id}-title`} className="title">
          {t('login.lost')}
        </h2>
        <p id={`${id}-help`} className="meta lost-help">
          {t('login.lostHelp')}
        </p>
        <label className="lost-label" htmlFor={`${id}-email`}>
          {t('login.email')}
        </label>
        <input
          id={`${id}-email`}
          ref={input}
          className="field"
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          aria-describedby={`${id}-problem`}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <p id={`${id}-problem`} className="problem lost-problem">
          {problem}
        </p>
        <div className="modal-buttons lost-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isAsking}>
            {t('login.send')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
