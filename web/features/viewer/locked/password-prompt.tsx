import './password-prompt.css'
import '../../../ui/field/field.css'
import { Eye, EyeOff, FileLock } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'

interface PasswordPromptProps {
  /** @throws an error that the prompt reports */
  readonly unlock: (password: string) => Promise<void>
}

/** The password goes only to the server and is never stored. */
export function PasswordPrompt({ unlock }: PasswordPromptProps) {
  const { t } = useTranslation()
  const id = useId()
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const refuse = (text: string) => {
    setProblem(text)
    input.current?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (isBusy) return
    if (password === '') return refuse(t('viewer.passwordMissing'))
    setBusy(true)
    setProblem('')
    try {
      await unlock(password)
    } catch (error) {
      setBusy(false)
      refuse(errorText(error))
    }
  }
  return (
    <div className="viewer-state">
      <div className="state">
        <FileLock />
        <form
          className="viewer-password"
          autoComplete="off"
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <label htmlFor={`${id}-field`}>{t('viewer.password')}</label>
          <span className="viewer-password-field">
            <input
              ref={input}
              id={`${id}-field`}
              className="field"
              type={isShown ? 'text' : 'password'}
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={LIMITS.passwordLength}
              aria-invalid={problem !== '' || undefined}
              aria-describedby={`${id}-problem`}
            />
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={t(isShown ? 'viewer.passwordHide' : 'viewer.passwordShow')}
              onClick={() => setShown(!isShown)}
            />
          </span>
          <p id={`${id}-problem`} className="problem" role="alert">
            {problem}
          </p>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('viewer.passwordOpen')}
          </Button>
        </form>
      </div>
    </div>
  )
}
