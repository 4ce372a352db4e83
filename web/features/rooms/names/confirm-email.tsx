import { type FormEvent, useId, useRef, useState } from 'react'
import { parseStepCode } from '../../../../contract/core/step-code.ts'
import { confirmEmail } from '../../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { STEP_CODE_GROUPING } from '../../../lib/input/grouped-input.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { CodeEntry } from '../../../ui/field/code-entry.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'

interface ConfirmEmailProps {
  readonly email: string
  readonly hasMail: boolean
  readonly onConfirmed: (email: string) => void
  readonly onLater: () => void
}

export function ConfirmEmail({ email, hasMail, onConfirmed, onLater }: ConfirmEmailProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const refuse = (text: string) => {
    setProblem(text)
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (parseStepCode(code) === undefined) return refuse(t('names.mailedCodeIncomplete'))
    try {
      const confirmed = await block(api.call(confirmEmail, { body: { code } }))
      toast(t('names.emailChanged', { email: confirmed.email }))
      onConfirmed(confirmed.email)
    } catch (error) {
      setCode('')
      refuse(errorText(error))
    }
  }
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={input}
      onDismiss={onLater}
    >
      <h2 id={`${id}-title`} className="title">
        {t('names.confirmTitle')}
      </h2>
      <div id={`${id}-help`}>
        <p className="modal-text">{t('names.confirmHelp', { email })}</p>
        {!hasMail && <p className="modal-text meta">{t('names.confirmNoMail')}</p>}
      </div>
      <form className="names-form" noValidate onSubmit={(event) => void submit(event)}>
        <CodeEntry
          inputRef={input}
          value={code}
          grouping={STEP_CODE_GROUPING}
          onValue={(value) => {
            setProblem(undefined)
            setCode(value)
          }}
          label={t('names.mailedCode')}
          helpId={`${id}-help`}
          problem={problem}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <div className="modal-buttons">
          <Button onClick={onLater}>{t('names.later')}</Button>
          <Button type="submit" variant="primary">
            {t('names.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
