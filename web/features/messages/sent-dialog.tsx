import './sent-dialog.css'
import { MailCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { ListDialog } from '../../ui/dialog/list-dialog.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { type SentMessage, useSendAgain, useSentMessages } from './sent-query.ts'
import { SentRow, type SentText } from './sent-row.tsx'

interface SentDialogProps {
  readonly roomId: number
  readonly onQuestion: ((message: SentText) => void) | undefined
  readonly onClose: () => void
}

export function SentDialog({ roomId, onQuestion, onClose }: SentDialogProps) {
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  const [openId, setOpenId] = useState<number>()
  const query = useSentMessages(roomId)
  const { sendAgain, busyId } = useAgain(roomId, () => close.current?.focus())
  return (
    <ListDialog
      title={t('messages.sentTitle')}
      help={t('messages.sentHelp')}
      query={query}
      rows={query.data}
      count={3}
      empty={{ icon: MailCheck, text: t('messages.sentNone') }}
      moreLabel={t('messages.sentMore')}
      row={(message) => (
        <SentRow
          key={message.id}
          message={message}
          isOpen={openId === message.id}
          isBusy={busyId === message.id}
          onToggle={() => setOpenId(openId === message.id ? undefined : message.id)}
          onAgain={() => void sendAgain(message)}
          onQuestion={message.to === 'operators' ? onQuestion : undefined}
        />
      )}
      closeRef={close}
      onClose={onClose}
    />
  )
}

function useAgain(roomId: number, onDone: () => void) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  const again = useSendAgain(roomId, {
    onDone() {
      toast(t('messages.againDone'))
      onDone()
    },
    onFailed: alertError,
  })
  return {
    busyId: again.isPending ? again.variables : undefined,
    sendAgain: async ({ id, to, title, recipients }: SentMessage) => {
      const count = recipients?.failed
      const text =
        to === 'users' && count !== undefined
          ? t('messages.againUsers', { count })
          : t('messages.againOperators')
      const detail = <p className="modal-text meta">{title}</p>
      if (
        !again.isPending &&
        (await dialogs.confirm({ tone: 'check', text, detail, confirmLabel: t('messages.again') }))
      )
        again.mutate(id)
    },
  }
}
