import { useState } from 'react'
import { publish } from '../../../../contract/features/threads/faq.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { FaqDialog } from '../faq/faq-dialog.tsx'
import { type Thread, useRefresh } from '../threads-query.ts'

interface PublishDialogProps {
  readonly roomId: number
  readonly thread: Thread
  readonly place?: { readonly at: number; readonly count: number }
  readonly onSkip?: () => void
  readonly onPublished: () => void
  readonly onClose: () => void
}

/** The publisher removes all names from the thread's texts. */
export function PublishDialog({
  roomId,
  thread,
  place,
  onSkip,
  onPublished,
  onClose,
}: PublishDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const refresh = useRefresh(roomId)
  const newest = (kind: string): string =>
    thread.entries.findLast((entry) => entry.kind === kind)?.text ?? ''
  const [start] = useState({
    title: thread.title,
    question: newest('QUESTION'),
    answer: newest('ANSWER'),
  })
  return (
    <FaqDialog
      title={
        place
          ? t('questions.publishOf', { ...place, number: thread.number })
          : t('questions.publishTitle')
      }
      onSkip={onSkip}
      submit={t('questions.publishDone')}
      start={start}
      onText={async (text) => {
        const { number } = await api
          .call(publish, { params: { id: thread.id }, body: text })
          .finally(refresh)
        toast(t('questions.publishedAs', { number }))
        onPublished()
      }}
      onClose={onClose}
    />
  )
}
