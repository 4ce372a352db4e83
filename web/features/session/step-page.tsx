import './step-page.css'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { parseStepCode } from '../../../contract/core/step-code.ts'
import { mailStepCode, prove } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { STEP_CODE_GROUPING } from '../../lib/input/grouped-input.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { CodeEntry } from '../../ui/field/code-entry.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { LoginFrame } from './login-frame.tsx'
import { OtherWays } from './other-ways.tsx'
import type { SecondStep } from './store/session-record.ts'
import type { SessionStore } from './store/session-store.ts'
import { StrongStepPage } from './strong-step-page.tsx'

interface StepPageProps {
  readonly sessions: SessionStore
  readonly step: SecondStep
  readonly onLeave: () => void
  readonly more: ReactNode
  readonly languageSwitch: ReactNode
}

/** A mailed code or another factor completes the login on new devices. */
export function StepPage({ step, ...rest }: StepPageProps) {
  const { ways = ['mail'] } = step
  return ways.includes('mail') ? (
    <MailedStep {...rest} step={step} ways={ways} />
  ) : (
    <StrongStepPage {...rest} ways={ways} />
  )
}

function MailedStep({
  sessions,
  step,
  ways,
  onLeave,
  more,
  languageSwitch,
}: StepPageProps & { readonly ways: readonly string[] }) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busyWith, setBusyWith] = useState<'proving' | 'asking'>()
  useTitle(t('step.title'), t('app.title'))

  const report = async (tone: 'check' | 'mismatch', text: string) => {
    await dialogs.alert({ tone, text })
    input.current?.focus()
  }
  const refuse = (text: string, tone: 'check' | 'mismatch' = 'check') => {
    setProblem(text)
    void report(tone, text)
  }
  const refuseAnswer = (error: unknown) => {
    const [http, name] = error instanceof ApiError ? [error.http, error.code] : []
    if (http === 401) return
    if (http === 200) setCode('')
    refuse(errorText(error), name === 'STEP_REFUSED' ? 'mismatch' : 'check')
  }
  const run = async (work: 'proving' | 'asking', call: () => Promise<void>) => {
    setBusyWith(work)
    await block(call()).catch(refuseAnswer)
    setBusyWith(undefined)
  }
  const enter = () =>
    run('proving', async () => void sessions.enter(await api.call(prove, { body: { code } })))
  const askAgain = () =>
    run('asking', async () => {
      await api.call(mailStepCode, {})
      sessions.update({ step: { ...step, askedAt: systemClock.now() } })
      setCode('')
      setProblem(undefined)
      void report('check', t('step.mailed'))
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busyWith) return
    if (code === '') return refuse(t('step.required'))
    if (parseStepCode(code) === undefined) return refuse(t('step.incomplete'))
    void enter()
  }

  return (
    <LoginFrame
      more={more}
      languageSwitch={languageSwitch}
      wayOut={
        <Button variant="quiet" onClick={onLeave}>
          {t('step.otherPin')}
        </Button>
      }
    >
      <form onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className="title">
          {t('step.title')}
        </h2>
        <p id={`${id}-help`} className="meta">
          {t('step.help', { email: step.email, minutes: LIMITS.stepCodeMs / 60_000 })}
        </p>
        <div className="login-field">
          <CodeEntry
            inputRef={input}
            value={code}
            grouping={STEP_CODE_GROUPING}
            onValue={(value) => {
              setCode(value)
              setProblem(undefined)
            }}
            label={t('step.code')}
            helpId={`${id}-help`}
            problem={problem}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </div>
        <Button type="submit" variant="primary" size="large" isBusy={busyWith === 'proving'}>
          {t('step.enter')}
        </Button>
        <div className="step-again">
          <p className="meta">{t('step.missing')}</p>
          <AgainButton
            askedAt={step.askedAt}
            isBusy={busyWith === 'asking'}
            onAsk={() => void askAgain()}
          />
        </div>
      </form>
      {ways.length > 1 && <OtherWays sessions={sessions} ways={ways} />}
    </LoginFrame>
  )
}

interface AgainButtonProps {
  readonly askedAt: number
  readonly isBusy: boolean
  readonly onAsk: () => void
}

function AgainButton({ askedAt, isBusy, onAsk }: AgainButtonProps) {
  const { t } = useTranslation()
  const now = useNow(1_000)
  // A clock set back must not extend the wait.
  const seconds = Math.min(
    Math.ceil((askedAt + LIMITS.stepAgainMs - now) / 1_000),
    LIMITS.stepAgainMs / 1_000,
  )
  const waits = seconds > 0 ? t('step.againIn', { count: seconds }) : undefined
  return (
    <>
      <Button isBusy={isBusy} blockedBecause={waits} onClick={onAsk}>
        {t('step.again')}
      </Button>
      {waits !== undefined && <span className="meta numbers step-wait">{waits}</span>}
    </>
  )
}
