import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { fulfil } from '../../../../contract/features/threads/threads.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { Caller } from '../files/upload-here.tsx'
import { LinkList } from '../link-list.tsx'
import type { PickedLink } from '../link-picker.tsx'
import { type Thread, useRefresh } from '../threads-query.ts'

const STATES = ['ANSWERED', 'PARTLY', 'NOT_AVAILABLE'] as const

interface FulfilDialogProps {
  readonly roomId: number
  readonly thread: Thread
  readonly caller: Caller | undefined
  readonly onClose: () => void
}

export function FulfilDialog({ roomId, thread, caller, onClose }: FulfilDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const refresh = useRefresh(roomId)
  const [state, setState] = useState<(typeof STATES)[number]>('ANSWERED')
  const [links, setLinks] = useState<readonly PickedLink[]>([])
  const [text, setText] = useState('')
  const isRefusal = state === 'NOT_AVAILABLE'
  return (
    <FormDialog
      title={t('questions.fulfilTitle')}
      help={{ text: t('questions.fulfilHelp') }}
      className="questions-form"
      submit={t('questions.fulfilDone')}
      onSubmit={async () => {
        const itemIds = isRefusal ? [] : links.map(({ itemId }) => itemId)
        await api
          .call(fulfil, { body: { id: thread.id, itemIds, state, text, rev: thread.rev } })
          .finally(refresh)
        toast(t('questions.sent'))
        onClose()
        return undefined
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('questions.fulfilState')}
        chosen={state}
        options={STATES.map((id) => ({ id, label: t(`questions.fulfil${id}`) }))}
        onChoose={setState}
      />
      {!isRefusal && <LinkList roomId={roomId} caller={caller} links={links} onLinks={setLinks} />}
      <label className="questions-field">
        {t(isRefusal ? 'questions.fulfilReason' : 'questions.fulfilText')}
        <textarea
          className="field questions-text"
          rows={3}
          maxLength={LIMITS.threadText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  )
}
