import { type FormEvent, useId, useState } from 'react'
import { proveStep, stepOptions } from '../../../contract/features/session/second-step.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import type { SessionStore } from './store/session-store.ts'

interface OtherWaysProps {
  readonly sessions: SessionStore
  readonly ways: readonly string[]
}

export function OtherWays({ sessions, ways }: OtherWaysProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const [code, setCode] = useState('')
  const [busyWith, setBusyWith] = useState<'app' | 'passkey'>()
  const [isDeclined, setDeclined] = useState(false)
  const run = async (by: 'app' | 'passkey', work: () => Promise<unknown>) => {
    setBusyWith(by)
    setDeclined(false)
    await block(work()).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.http === 401) return
      setCode('')
      await dialogs.alert({ tone: 'check', text: errorText(error) })
    })
    setBusyWith(undefined)
  }
  const byPasskey = async () => {
    const [options, { provePasskey }] = await Promise.all([
      api.call(stepOptions, {}),
      import('../../lib/browser/webauthn.ts'),
    ])
    const answer = await provePasskey(options)
    if (answer === 'declined') return setDeclined(true)
    return void sessions.enter(
      await api.call(proveStep, { body: { proof: { by: 'passkey', answer } } }),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busyWith) return
    if (!/^\d{6}$/.test(code.replace(/\s/g, '')))
      return void dialogs.alert({ tone: 'check', text: t('step.appRequired') })
    void run(
      'app',
      async () =>
        void sessions.enter(await api.call(proveStep, { body: { proof: { by: 'app', code } } })),
    )
  }
  return (
    <section className="step-others" aria-label={t('step.others')}>
      {ways.includes('app') && (
        <form onSubmit={submit} noValidate>
          <label className="meta" htmlFor={id}>
            {t('step.appCode')}
          </label>
          <input
            id={id}
            className="field numbers"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" isBusy={busyWith === 'app'}>
            {t('step.byApp')}
          </Button>
        </form>
      )}
      {ways.includes('passkey') && (
        <Button isBusy={busyWith === 'passkey'} onClick={() => void run('passkey', byPasskey)}>
          {t('step.byPasskey')}
        </Button>
      )}
      <p className="meta" role="status">
        {isDeclined && t('step.declined')}
      </p>
    </section>
  )
}
