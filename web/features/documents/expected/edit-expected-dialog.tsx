import './expected.css'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { updateExpected } from '../../../../contract/features/documents/expected.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { itemsKey } from '../list/items-query.ts'
import type { ExpectedDocument } from './expected-query.ts'
import { RequestField } from './request-field.tsx'

interface EditExpectedDialogProps {
  readonly roomId: number
  readonly row: ExpectedDocument
  readonly onClose: () => void
}

export function EditExpectedDialog({ roomId, row, onClose }: EditExpectedDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(row.name)
  const [threadId, setThreadId] = useState(row.threadId)
  const submit = async () => {
    if (name.trim() === '') return t('expected.nameMissing')
    // An unchanged request may be closed by now.
    const tied = threadId === row.threadId ? {} : { threadId: threadId ?? null }
    await api.call(updateExpected, { body: { roomId, id: row.id, name, ...tied } })
    void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
    toast(t('expected.changed'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('expected.editTitle')}
      className="expected-form"
      submit={t('expected.save')}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          <label htmlFor={id}>{t('expected.name')}</label>
          <input
            {...described}
            ref={field}
            id={id}
            className="field"
            maxLength={LIMITS.nameLength}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <RequestField roomId={roomId} chosen={threadId} onChoose={setThreadId} />
        </>
      )}
    </FormDialog>
  )
}
