import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { askForOperator } from '../../../contract/features/console/console-rooms.ts'
import type { OperatorRequestKind } from '../../../contract/features/console/operator-request-states.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { isEmail } from '../../lib/input/is-email.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ConsoleField } from '../console-field.tsx'

interface AskDialogProps {
  readonly roomId: number
  readonly kind: OperatorRequestKind
  readonly onClose: () => void
}

export function AskDialog({ roomId, kind, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const isNew = kind === 'operator'
  const ask = async (): Promise<string | undefined> => {
    if (isNew && name.trim() === '') return t('console.required')
    if (!isEmail(email.trim())) return t('console.emailFormat')
    const body = { kind, email: email.trim(), ...(isNew ? { name: name.trim() } : {}) }
    await api.call(askForOperator, { params: { id: String(roomId) }, body })
    await queries.invalidateQueries({ queryKey: ['operators', roomId] })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t(isNew ? 'console.addOperator' : 'console.resetOperator')}
      help={{ text: t(isNew ? 'console.addOperatorHelp' : 'console.resetOperatorHelp') }}
      className="console-form"
      submit={t('console.ask')}
      initialFocus={first}
      onSubmit={ask}
      onClose={onClose}
    >
      {isNew && (
        <ConsoleField
          ref={first}
          label={t('console.operatorName')}
          value={name}
          onChange={setName}
        />
      )}
      <ConsoleField
        {...(isNew ? {} : { ref: first })}
        type="email"
        label={t('console.operatorEmail')}
        value={email}
        onChange={setEmail}
      />
    </FormDialog>
  )
}
