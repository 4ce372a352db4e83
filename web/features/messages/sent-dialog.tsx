import './sent-dialog.css'
import { MailCheck } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Modal } from '../../ui/modal.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { type SentMessage, useSendAgain, useSentMessages } from './sent-query.ts'
import { SentRow } from './sent-row.tsx'

interface SentDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

/** One's own messages, what became of each, and the way to send what did not arrive once more. */
export function SentDialog({ roomId, onClose }: SentDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const [openId, setOpenId] = useState<number>()
  const query = useSentMessages(roomId)
  const { sendAgain, busyId } = useAgain(roomId, () => close.current?.focus())
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} initialFocus={close} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('messages.sentTitle')}
      </h2>
      <p id={`${id}-help`} className="meta">
        {t('messages.sentHelp')}
      </p>
      <QueryState query={query} count={3} />
      {query.data?.length === 0 && <EmptyState icon={MailCheck} text={t('messages.sentNone')} />}
      {query.data && query.data.length > 0 && (
        <ul className="sent">
          {query.data.map((message) => (
            <SentRow
              key={message.id}
              message={message}
              isOpen={openId === message.id}
              isBusy={busyId === message.id}
              onToggle={() => setOpenId(openId === message.id ? undefined : message.id)}
              onAgain={() => void sendAgain(message)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('messages.sentMore')}
        </Button>
      )}
      <div className="modal-buttons">
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}

function useAgain(roomId: number, onDone: () => void) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()
  const again = useSendAgain(roomId, {
    onDone() {
      toast(t('messages.againDone'))
      // The button is gone with the failure.
      onDone()
    },
    onFailed: tellError,
  })
  return {
    busyId: again.isPending ? again.variables : undefined,
    sendAgain: async ({ id, to, title, recipients }: SentMessage) => {
      const count = recipients?.failed
      const text = to === 'users' && count !== undefined ? t('messages.againUsers', { count }) : t('messages.againOperators')
      const detail = <p className="modal-text meta">{title}</p>
      if (!again.isPending && (await dialogs.confirm({ tone: 'check', text, detail, confirmLabel: t('messages.again') }))) again.mutate(id)
    },
  }
}
