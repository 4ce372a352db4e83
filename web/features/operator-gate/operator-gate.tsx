import '../../ui/field/field.css'
import './operator-gate.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { elevate, findCode } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { OPERATOR_CODE_GROUPING, problemOfCode } from '../../room/operator-code.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { CodeEntry } from '../../ui/field/code-entry.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { PasskeyOpening } from './passkey-opening.tsx'

interface OperatorGateProps {
  readonly caller: { readonly roomId: number; readonly roomNo: string; readonly userId: number }
  readonly hasPasskey: boolean
  readonly onPasskeyGone: () => void
  readonly onOpen: () => void
  readonly onCancel: () => void
}

export function OperatorGate({
  caller,
  hasPasskey,
  onPasskeyGone,
  onOpen,
  onCancel,
}: OperatorGateProps) {
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
    mutationFn: () =>
      block(api.call(elevate, { body: { code, roomId: caller.roomId, userId: caller.userId } })),
    onSuccess: ({ checked }) => (checked ? onOpen() : void refuseCode()),
    onError: (error) => void refuse(errorText(error)),
  })
  const asking = useMutation({
    mutationFn: () =>
      block(api.call(findCode, { body: { roomNo: caller.roomNo, userId: caller.userId } })),
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
        <CodeEntry
          inputRef={input}
          value={code}
          grouping={OPERATOR_CODE_GROUPING}
          onValue={(value) => {
            setCode(value)
            setProblem(undefined)
          }}
          label={t('gate.code')}
          helpId={`${id}-help`}
          problem={problem}
          hideLabel={t('gate.hide')}
          autoComplete="current-password"
        />
        <div className="gate-buttons">
          <Button variant="quiet" isBusy={asking.isPending} onClick={() => asking.mutate()}>
            {t('gate.lost')}
          </Button>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant={hasPasskey ? 'plain' : 'primary'}
            isBusy={raising.isPending}
          >
            {t('common.confirm')}
          </Button>
        </div>
      </form>
    </div>
  )
}
