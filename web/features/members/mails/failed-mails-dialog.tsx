import './failed-mails-dialog.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailCheck, X } from 'lucide-react'
import { useRef } from 'react'
import { dismissMail, renewMail } from '../../../../contract/features/members.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ListDialog } from '../../../ui/dialog/list-dialog.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type FailedMail, failedMailsKey, useFailedMails } from './failed-mails-query.ts'

const KINDS = {
  pin: 'mails.kindPin',
  code: 'mails.kindCode',
  step: 'mails.kindStep',
  acceptance: 'mails.kindAcceptance',
  passkey: 'mails.kindPasskey',
  message: 'mails.kindMessage',
  'new-documents': 'mails.kindNewDocuments',
  daily: 'mails.kindDaily',
  submissions: 'mails.kindSubmissions',
  proposal: 'mails.kindProposal',
  other: 'mails.kindOther',
} as const

const RENEWALS = {
  pin: { ask: 'mails.renewPin', done: 'members.pinSent' },
  code: { ask: 'mails.renewCode', done: 'members.codeSent' },
  acceptance: { ask: 'mails.renewAcceptance', done: 'mails.acceptanceSent' },
} as const

const isRenewed = (kind: FailedMail['kind']): kind is keyof typeof RENEWALS => kind in RENEWALS

interface FailedMailsDialogProps {
  readonly roomId: number
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function FailedMailsDialog({ roomId, onChanged, onClose }: FailedMailsDialogProps) {
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  const query = useFailedMails(roomId)
  const { renew, dismiss, busyMail } = useMailActions(roomId, () => {
    close.current?.focus()
    onChanged()
  })
  return (
    <ListDialog
      title={t('mails.title')}
      help={t('mails.help')}
      query={query}
      rows={query.data?.mails}
      count={2}
      empty={{ icon: MailCheck, text: t('mails.empty') }}
      row={(mail) => (
        <FailedMailRow
          key={mail.id}
          mail={mail}
          isBusy={busyMail === mail.id}
          onRenew={() => void renew(mail)}
          onDismiss={() => dismiss(mail)}
        />
      )}
      closeRef={close}
      onClose={onClose}
    />
  )
}

function useMailActions(roomId: number, onDone: () => void) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  const acting = useMutation({
    mutationFn: ({
      operation,
      id,
    }: {
      operation: typeof renewMail | typeof dismissMail
      id: number
      done: string
    }) => api.call(operation, { body: { id } }),
    onSuccess: (_, { done }) => {
      toast({ title: 'Succeed', text: done })
      onDone()
    },
    onError: alertError,
    onSettled: () => queries.invalidateQueries({ queryKey: failedMailsKey(roomId) }),
  })
  return {
    busyMail: acting.isPending ? acting.variables.id : undefined,
    renew: async ({ id, kind, userName: name, email }: FailedMail) => {
      if (!isRenewed(kind)) return
      const { ask, done } = RENEWALS[kind]
      const text = t(ask, { name })
      const detail = <p className="modal-text meta">{email}</p>
      if (!acting.isPending && (await dialogs.confirm({ tone: 'check', text, detail })))
        acting.mutate({ operation: renewMail, id, done: t(done, { name }) })
    },
    dismiss: ({ id }: FailedMail) => {
      if (!acting.isPending)
        acting.mutate({ operation: dismissMail, id, done: t('mails.dismissed') })
    },
  }
}

interface FailedMailRowProps {
  readonly mail: FailedMail
  readonly isBusy: boolean
  readonly onRenew: () => void
  readonly onDismiss: () => void
}

function FailedMailRow({ mail, isBusy, onRenew, onDismiss }: FailedMailRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { userName: name, email, queuedAt, reason, renewable } = mail
  const kind = t(KINDS[mail.kind])
  return (
    <li className="failed-mail">
      <div className="failed-mail-text">
        <span className="failed-mail-who">
          {name} <span className="meta">{email}</span>
        </span>
        <span className="meta numbers">
          {t('mails.about', { kind, date: formatInstant(queuedAt, language) })}
        </span>
        <span>
          {t(`mails.${reason}`)} {!renewable && t('mails.gone')}
        </span>
      </div>
      <div className="failed-mail-tools">
        {renewable && isRenewed(mail.kind) && (
          <Button
            size="small"
            aria-label={t('mails.renewOf', { name })}
            isBusy={isBusy}
            onClick={onRenew}
          >
            {t('mails.renew')}
          </Button>
        )}
        <IconButton
          icon={X}
          size="small"
          label={t('mails.dismissOf', { name, kind })}
          tip={t('mails.dismiss')}
          isBusy={isBusy}
          onClick={onDismiss}
        />
      </div>
    </li>
  )
}
