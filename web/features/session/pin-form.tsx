import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { parsePin } from '../../../contract/core/pin.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { GroupedField } from '../../ui/field/grouped-field.tsx'
import { HideButton } from '../../ui/field/hide-button.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { loadJoin } from './load-join.ts'
import type { SessionStore } from './store/session-store.ts'

const PIN_GROUPING = { groups: [3, 2, 11], strip: /\D/g } as const
const PIN_DIGITS = 16

interface PinFormProps {
  readonly sessions: SessionStore
  readonly onLinkNeeded: () => void
}

export function PinForm({ sessions, onLinkNeeded }: PinFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const block = useBusy()
  const errorText = useErrorText()
  const [pin, setPin] = useState('')
  const [isHidden, setIsHidden] = useState(false)
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
      await block(loadJoin().then(({ joinRoom }) => joinRoom(api, sessions, { pin })))
    } catch (error) {
      const isLinkNeeded = error instanceof ApiError && error.code === 'LINK_NEEDED'
      void refuse(errorText(error)).then(() => isLinkNeeded && onLinkNeeded())
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
          isHidden={isHidden}
          onValue={(value) => {
            setPin(value)
            setProblem(undefined)
          }}
          aria-label={t('login.pin')}
          aria-describedby={`${id}-help ${id}-problem`}
          aria-invalid={problem !== undefined}
          inputMode="numeric"
          autoComplete="current-password"
          name="pin"
        />
        <div className="login-hint meta">
          <span className="numbers">
            {pin.replaceAll('-', '').length} / {PIN_DIGITS}
          </span>
          <HideButton label={t('login.hide')} isHidden={isHidden} onHide={setIsHidden} />
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
