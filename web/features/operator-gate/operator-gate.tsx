import '../../ui/field.css'
import './operator-gate.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { findCode, raise } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { CODE_GROUPING, problemOfCode } from '../../lib/operator-code.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useBusy } from '../../ui/busy.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { HideButton } from '../../ui/hide-button.tsx'
import { PasskeyOpening } from './passkey-opening.tsx'

interface OperatorGateProps {
  readonly caller: { readonly roomId: number; readonly roomNo: string; readonly userId: number }
  /** Offered first, where passkeys work. */
  readonly hasPasskey: boolean
  readonly onPasskeyGone: () => void
  /** The server has taken code or passkey. */
  readonly onOpen: () => void
  readonly onCancel: () => void
}

/** Stands in the place of the operator area until the server has taken the code, or a passkey in its place. */
export function OperatorGate({ caller, hasPasskey, onPasskeyGone, onOpen, onCancel }: OperatorGateProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!hasPasskey) input.current?.focus()
  }, [hasPasskey])
  const [code, setCode] = useState('')
  const [isHidden, setIsHidden] = useState(false)
  const [problem, setProblem] = useState<string>()
  useTitle(t('gate.title'), t('app.title'))

  const refuse = async (text: string) => {
    setProblem(text)
    await dialogs.alert({ tone: 'check', text })
    input.current?.focus()
  }
  const refuseCode = () => {
    setCode('')
    return refuse(t('gate.mismatch'))
  }
  const raising = useMutation({
    mutationFn: () => block(api.call(raise, { body: { code, roomId: caller.roomId, userId: caller.userId } })),
    onSuccess: ({ checked }) => (checked ? onOpen() : void refuseCode()),
    onError: (error) => void refuse(errorText(error)),
  })
  const asking = useMutation({
    mutationFn: () => block(api.call(findCode, { body: { roomNo: caller.roomNo, userId: caller.userId } })),
    onSuccess: async () => {
      setCode('')
      setProblem(undefined)
      await dialogs.alert({ tone: 'check', text: t('gate.mailSent') })
      input.current?.focus()
    },
    onError: (error) => void refuse(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (raising.isPending) return
    const wrong = problemOfCode(code)
    if (wrong === 'mismatch') return void refuseCode()
    if (wrong) return void refuse(t(`gate.${wrong}`))
    raising.mutate()
  }

  return (
    <div className="gate">
      <form className="gate-card" onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`} className="title">
          {t(hasPasskey ? 'gate.titleOpen' : 'gate.title')}
        </h1>
        {hasPasskey && <PasskeyOpening onOpen={onOpen} onGone={onPasskeyGone} />}
        <p id={`${id}-help`} className="meta gate-help">
          {t('gate.help')}
        </p>
        <CodeField
          inputRef={input}
          value={code}
          grouping={CODE_GROUPING}
          isHidden={isHidden}
          onValue={(value) => {
            setCode(value)
            setProblem(undefined)
          }}
          aria-label={t('gate.code')}
          aria-describedby={`${id}-help ${id}-problem`}
          aria-invalid={problem !== undefined}
          required
          autoComplete="current-password"
          name="code"
        />
        <div className="gate-below">
          <p id={`${id}-problem`} className="problem">
            {problem}
          </p>
          <HideButton label={t('gate.hide')} isHidden={isHidden} onHide={setIsHidden} />
        </div>
        <div className="gate-buttons">
          <Button variant="quiet" isBusy={asking.isPending} onClick={() => asking.mutate()}>
            {t('gate.lost')}
          </Button>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="submit" variant={hasPasskey ? 'plain' : 'primary'} isBusy={raising.isPending}>
            {t('common.confirm')}
          </Button>
        </div>
      </form>
    </div>
  )
}
