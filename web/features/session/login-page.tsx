import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parsePin } from '../../../contract/core/pin.ts'
import { join, logout } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { GroupedField } from '../../ui/grouped-field.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { SessionStore } from './session-store.ts'

const PIN_GROUPING = { groups: [3, 2, 11], strip: /\D/g } as const
const PIN_DIGITS = 16

interface LoginPageProps {
  readonly sessions: SessionStore
  readonly more: ReactNode
  readonly languageSwitch: ReactNode
}

export function LoginPage({ sessions, more, languageSwitch }: LoginPageProps) {
  const { t } = useTranslation()
  useTitle(t('login.title'), t('app.title'))

  return (
    <div className="entrance">
      <header className="entrance-say">
        <Mark />
        <h1>{t('login.slogan')}</h1>
        <p>{t('login.lead')}</p>
        {more}
      </header>
      <main id="main" className="entrance-form" tabIndex={-1}>
        <PinForm sessions={sessions} />
        <div className="entrance-foot">{languageSwitch}</div>
      </main>
    </div>
  )
}

/** Enters with a PIN. A session that this browser holds already ends with it. */
function useJoin(sessions: SessionStore) {
  const api = useApi()
  return useMutation({
    mutationFn: (pin: string) => api.call(join, { body: { pin } }),
    onSuccess: (session) => {
      const previous = sessions.read()
      // That one may be dead already, which is as good.
      if (previous) api.call(logout, {}, { bearer: previous.jwt }).catch(() => undefined)
      sessions.enter(session)
    },
  })
}

function PinForm({ sessions }: { readonly sessions: SessionStore }) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const joining = useJoin(sessions)
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const id = useId()

  const refuse = async (text: string) => {
    setProblem(text)
    await dialogs.alert({ tone: 'check', text })
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pin === '') return void refuse(t('login.required'))
    if (parsePin(pin) === undefined) return void refuse(t('login.check'))
    joining.mutate(pin, { onError: (error) => void refuse(errorText(error)) })
  }

  return (
    <form onSubmit={submit} noValidate>
      <h2>{t('login.heading')}</h2>
      <p id={`${id}-help`} className="meta">
        {t('login.help')}
      </p>
      <GroupedField
        inputRef={input}
        value={pin}
        grouping={PIN_GROUPING}
        onValue={(value) => {
          setPin(value)
          setProblem(undefined)
        }}
        aria-label={t('login.pin')}
        aria-describedby={`${id}-help ${id}-problem`}
        aria-invalid={problem !== undefined}
        inputMode="numeric"
        autoComplete="off"
        name="pin"
      />
      <div className="between meta">
        <span className="numbers">
          {pin.replaceAll('-', '').length} / {PIN_DIGITS}
        </span>
        <span>{t('login.paste')}</span>
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem ?? sessions.endReason()}
      </p>
      <button type="submit" className="button primary wide" disabled={joining.isPending}>
        {t('login.enter')}
      </button>
    </form>
  )
}
