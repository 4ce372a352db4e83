import '../../ui/field/field.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { askForLink } from '../../../contract/features/session/own-rooms.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../ui/state/busy.tsx'

interface AskFormProps {
  readonly email: string | undefined
  readonly onAsked: () => void
}

export function AskForm({ email: suggested = '', onAsked }: AskFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const block = useBusy()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(suggested)
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [isAsked, setAsked] = useState(false)

  const refuse = async (text: string) => {
    setProblem(text)
    await dialogs.alert({ tone: 'check', text })
    input.current?.focus()
  }
  const ask = async () => {
    setAsking(true)
    try {
      await block(api.call(askForLink, { body: { email } }))
      setAsked(true)
      onAsked()
    } catch (error) {
      void refuse(errorText(error))
    }
    setAsking(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAsking) return
    if (email.trim() === '') return void refuse(t('login.emailRequired'))
    if (input.current?.validity.typeMismatch) return void refuse(t('login.emailFormat'))
    void ask()
  }

  return (
    <form className="own-rooms-form" aria-labelledby={`${id}-title`} onSubmit={submit} noValidate>
      <h2 id={`${id}-title`} className="own-rooms-heading">
        {t('rooms.askHeading')}
      </h2>
      <p id={`${id}-help`} className="meta">
        {t('rooms.askHelp')}
      </p>
      <label className="own-rooms-label" htmlFor={`${id}-email`}>
        {t('login.email')}
      </label>
      <div className="own-rooms-ask">
        <input
          id={`${id}-email`}
          ref={input}
          className="field"
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          aria-describedby={`${id}-help ${id}-problem`}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblem(undefined)
            setAsked(false)
          }}
        />
        <Button type="submit" variant="primary" isBusy={isAsking}>
          {t('rooms.ask')}
        </Button>
      </div>
      <p id={`${id}-problem`} className="problem">
        {problem}
      </p>
      <p role="status" className="own-rooms-asked">
        {isAsked && t('rooms.asked', { minutes: LIMITS.proofLinkMs / 60_000 })}
      </p>
    </form>
  )
}
