import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseOperatorCode } from '../../../contract/core/operator-code.ts'
import { raise } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { GroupedField } from '../../ui/grouped-field.tsx'

const CODE_GROUPING = { groups: [2, 5, 2], strip: /[^0-9A-Za-z]/g, upperCase: true } as const

interface OperatorGateProps {
  readonly caller: { readonly roomId: number; readonly userId: number }
  readonly onOpen: () => void
  readonly onCancel: () => void
}

/** Stands in the place of the operator area until the server has taken the code. */
export function OperatorGate({ caller, onOpen, onCancel }: OperatorGateProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  useTitle(t('gate.title'), t('app.title'))

  const refuse = async (text: string) => {
    setProblem(text)
    await dialogs.alert({ tone: 'check', text })
    input.current?.focus()
  }
  const raising = useMutation({
    mutationFn: () => api.call(raise, { body: { code, roomId: caller.roomId, userId: caller.userId } }),
    onSuccess: ({ checked }) => (checked ? onOpen() : void refuse(t('gate.mismatch'))),
    onError: (error) => void refuse(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code === '') return void refuse(t('gate.required'))
    if (parseOperatorCode(code) === undefined) return void refuse(t('gate.mismatch'))
    raising.mutate()
  }

  return (
    <div className="gate">
      <form className="gate-card" onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`}>{t('gate.title')}</h1>
        <p id={`${id}-help`} className="meta">
          {t('gate.help')}
        </p>
        <GroupedField
          inputRef={input}
          value={code}
          grouping={CODE_GROUPING}
          onValue={(value) => {
            setCode(value)
            setProblem(undefined)
          }}
          aria-label={t('gate.code')}
          aria-describedby={`${id}-help ${id}-problem`}
          aria-invalid={problem !== undefined}
          autoComplete="one-time-code"
          name="code"
        />
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <button type="button" className="button" onClick={onCancel}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={raising.isPending}>
            {t('common.confirm')}
          </button>
        </div>
      </form>
    </div>
  )
}
