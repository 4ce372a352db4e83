import '../../../ui/field.css'
import '../people/people.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Template } from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'

interface RemoveSignedDialogProps {
  readonly template: Template
  /** @param confirm the name as it was typed. */
  readonly onRemove: (confirm: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the name of a document that all have signed before it is destroyed: an OK is given too fast for that. */
export function RemoveSignedDialog({ template: { name, status }, onRemove, onClose }: RemoveSignedDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const confirm = typed.trim().normalize('NFC')
    if (confirm !== name.normalize('NFC')) {
      setProblem(t('compose.removeTypeWrong'))
      field.current?.focus()
      return
    }
    onClose()
    void onRemove(confirm)
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} initialFocus={field} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.delete')}
      </h2>
      <p id={`${id}-text`} className="modal-text">
        {t(status === 'COMPLETED' ? 'compose.removeAskSealed' : 'compose.removeAskSigned', { name })}
      </p>
      <form className="compose-form" autoComplete="off" noValidate onSubmit={submit}>
        <label className="meta">
          {t('compose.removeType')}
          <input
            ref={field}
            className="field"
            value={typed}
            aria-describedby={`${id}-problem`}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="danger">
            {t('compose.delete')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
