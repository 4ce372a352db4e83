import './login-page.css'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { parsePin } from '../../../contract/core/pin.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useBusy } from '../../ui/busy.tsx'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { GroupedField } from '../../ui/grouped-field.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { SessionStore } from './session-store.ts'

const PIN_GROUPING = { groups: [3, 2, 11], strip: /\D/g } as const
const PIN_DIGITS = 16

/** The schemas of the contract are not needed to draw the entrance; they come while the PIN is typed. */
const loadJoin = () => import('./join-room.ts')

interface LoginPageProps {
  readonly sessions: SessionStore
  readonly more: ReactNode
  readonly languageSwitch: ReactNode
}

/** Where a PIN opens a room. */
export function LoginPage({ sessions, more, languageSwitch }: LoginPageProps) {
  const { t } = useTranslation()
  useTitle(t('login.title'), t('app.title'))

  return (
    <div className="login">
      <header className="login-say">
        <Mark />
        <h1>{t('login.slogan')}</h1>
        <p>{t('login.lead')}</p>
        {more}
      </header>
      <main id="main" className="login-enter" tabIndex={-1}>
        <PinForm sessions={sessions} />
        <div className="login-foot">{languageSwitch}</div>
      </main>
    </div>
  )
}

function PinForm({ sessions }: { readonly sessions: SessionStore }) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const block = useBusy()
  const errorText = useErrorText()
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isJoining, setIsJoining] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    input.current?.focus()
    void loadJoin().catch(() => undefined)
  }, [])

  const refuse = async (text: string) => {
    setProblem(text)
    await dialogs.alert({ tone: 'check', text })
    input.current?.select()
  }
  const enter = async () => {
    setIsJoining(true)
    try {
      await block(loadJoin().then(({ joinRoom }) => joinRoom(api, sessions, pin)))
    } catch (error) {
      void refuse(errorText(error))
    }
    setIsJoining(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isJoining) return
    if (pin === '') return void refuse(t('login.required'))
    if (parsePin(pin) === undefined) return void refuse(t('login.check'))
    void enter()
  }
  const message = problem ?? sessions.endReason()

  return (
    <form onSubmit={submit} noValidate>
      <h2 className="title">{t('login.heading')}</h2>
      <p id={`${id}-help`} className="meta">
        {t('login.help')}
      </p>
      <div className="login-field">
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
        <div className="login-hint meta">
          <span className="numbers">
            {pin.replaceAll('-', '').length} / {PIN_DIGITS}
          </span>
          <span>{t('login.paste')}</span>
        </div>
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {message}
      </p>
      <Button type="submit" variant="primary" size="large" isBusy={isJoining}>
        {t('login.enter')}
      </Button>
    </form>
  )
}
