import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../contract/core/limits.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useLettersProblem } from '../room/use-letters-problem.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog/modal.tsx'
import type { Filling } from './fillings.ts'

interface TextDialogProps {
  readonly number: number
  readonly label: string
  readonly current: Filling | undefined
  readonly onClose: () => void
  readonly onText: (text: string) => void
}

export function TextDialog({ number, label, current, onClose, onText }: TextDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(current && 'text' in current ? current.text : '')
  const problem = useLettersProblem()(text)
  return (
    <Modal labelledBy={`${id}-title`} initialFocus={field} onDismiss={onClose}>
      <form
        className="sign-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (problem === '') onText(text.trim())
          else field.current?.focus()
        }}
      >
        <h2 id={`${id}-title`} className="title">
          {t(label ? 'sign.labelledTitle' : 'sign.textTitle', { number, label })}
        </h2>
        <textarea
          ref={field}
          className="field sign-text"
          aria-labelledby={`${id}-title`}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-count ${id}-problem`}
          rows={4}
          maxLength={LIMITS.boxText}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p id={`${id}-count`} className="meta numbers">
          {t('sign.characters', { count: text.length, limit: LIMITS.boxText })}
        </p>
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('sign.enter')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
