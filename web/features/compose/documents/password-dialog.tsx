import '../../../ui/field.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useErrorText } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'

interface PasswordDialogProps {
  readonly name: string
  /** Opens the document; what it throws is told. */
  readonly unlock: (password: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password of a locked PDF. It goes to the server alone and is remembered nowhere here. */
export function PasswordDialog({ name, unlock, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (isBusy) return
    if (password === '') return setProblem(t('compose.passwordMissing'))
    setBusy(true)
    setProblem('')
    try {
      await unlock(password)
    } catch (error) {
      setProblem(errorText(error))
      input.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} initialFocus={input} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {name}
      </h2>
      <form className="compose-form" autoComplete="off" noValidate onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}-field`}>{t('compose.password')}</label>
        <input
          ref={input}
          id={`${id}-field`}
          className="field"
          type="password"
          autoComplete="off"
          maxLength={LIMITS.passwordLength}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('compose.open')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
