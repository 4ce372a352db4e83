import { useState } from 'react'
import type { ThreadType } from '../../../../contract/features/threads/thread-states.ts'
import { create, update } from '../../../../contract/features/threads/threads.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { formWith } from '../files/file-picker.tsx'
import { linksOf } from '../link-list.tsx'
import { type Thread, useRefresh } from '../threads-query.ts'
import type { ThreadForm } from './thread-form.ts'

interface Sending {
  readonly roomId: number
  readonly type: ThreadType
  readonly form: ThreadForm
  readonly files: readonly File[]
  readonly edited: Thread | undefined
  readonly messageId: number | undefined
  readonly groupId: number | undefined
  readonly onSent: () => void
  readonly onWritten: (id: string) => void
  readonly onClose: () => void
}

export function useSending({
  roomId,
  type,
  form,
  files,
  edited,
  messageId,
  groupId,
  onSent,
  onWritten,
  onClose,
}: Sending) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const errorText = useErrorText()
  const refresh = useRefresh(roomId)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const texts = {
    ...{ title: form.title, text: form.text, priority: form.priority, links: linksOf(form.links) },
    topicId: form.topicId === '' ? null : form.topicId,
  }
  const write = async (state: 'DRAFT' | 'SUBMITTED') => {
    if (edited) {
      await api.call(update, { body: { id: edited.id, rev: edited.rev, ...texts } })
      return
    }
    const due = type === 'REQUEST' && form.due !== '' ? { due: form.due } : {}
    const body = {
      roomId,
      type,
      state,
      ...texts,
      ...due,
      ...(groupId ? { groupId } : {}),
      ...(messageId ? { messageId } : {}),
    }
    const written =
      files.length > 0
        ? (await api.send(create, formWith(body, files))).payload
        : await api.call(create, { body })
    toast(
      t(state === 'DRAFT' ? 'questions.writeDrafted' : 'questions.writeSubmitted', {
        number: written.number,
      }),
    )
    onSent()
    onWritten(written.id)
  }
  const send = async (state: 'DRAFT' | 'SUBMITTED') => {
    if (isBusy) return
    if (form.title.trim() === '') return setProblem(t('questions.writeNoTitle'))
    if (form.text.trim() === '' && state === 'SUBMITTED' && edited?.state !== 'DRAFT')
      return setProblem(t('questions.writeNothing'))
    if (groupId === 0) return setProblem(t('questions.groupChoose'))
    setBusy(true)
    setProblem('')
    await write(state).then(onClose, (error: unknown) => setProblem(errorText(error)))
    setBusy(false)
    void refresh()
  }
  return { isBusy, problem, send }
}
