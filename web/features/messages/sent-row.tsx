import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { MailReason } from '../../../contract/features/members.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import { FileName } from '../../ui/list/file-name.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { type SentMessage, type SentWhole, useSentMessage } from './sent-query.ts'

interface SentRowProps {
  readonly message: SentMessage
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onToggle: () => void
  readonly onAgain: () => void
  readonly onQuestion: ((message: SentText) => void) | undefined
}

export interface SentText {
  readonly id: number
  readonly title: string
  readonly content: string
}

export function SentRow({ message, isOpen, isBusy, onToggle, onAgain, onQuestion }: SentRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const id = useId()
  const { title, sentAt, to, status, recipients, resendable } = message
  const addressed =
    recipients && recipients.count > 0
      ? recipients.count === 1
        ? recipients.first
        : t('messages.several', { name: recipients.first, count: recipients.count - 1 })
      : t(to === 'operators' ? 'messages.toThem' : 'messages.toPeople')
  return (
    <li className="sent-message">
      <div className="sent-head">
        <button
          type="button"
          className="sent-open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-whole` : undefined}
          onClick={onToggle}
        >
          <ChevronDown className="sent-chevron" />
          <span className="sent-title ellipsis">{title}</span>
        </button>
        <DeliveryStatus status={status} isWaiting={message.reason !== null} />
        <span className="sent-about meta numbers">
          {t('messages.sentAt', { to: addressed, date: formatInstant(sentAt, language) })}
        </span>
      </div>
      {status === 'failed' && (
        <div className="sent-failure">
          <p>
            {recipients && to === 'users'
              ? t('messages.missed', { count: recipients.failed })
              : t('messages.notReached')}
          </p>
          {resendable ? (
            <Button
              size="small"
              aria-label={t('messages.againOf', { title })}
              isBusy={isBusy}
              onClick={onAgain}
            >
              {t('messages.again')}
            </Button>
          ) : (
            <p className="meta">{t('messages.fileGone')}</p>
          )}
        </div>
      )}
      {isOpen && (
        <div id={`${id}-whole`} className="sent-whole">
          <Whole id={message.id} onQuestion={onQuestion} />
        </div>
      )}
    </li>
  )
}

const TONES = { sent: 'ok', queued: 'neutral', failed: 'danger' } as const

function DeliveryStatus({
  status,
  isWaiting,
}: {
  readonly status: SentMessage['status']
  readonly isWaiting: boolean
}) {
  const { t } = useTranslation()
  if (status === 'queued')
    return (
      <Chip
        tone={isWaiting ? 'warn' : 'neutral'}
        text={t(isWaiting ? 'messages.stateWaiting' : 'messages.stateQueued')}
      />
    )
  return (
    <Chip
      tone={TONES[status]}
      text={t(status === 'sent' ? 'messages.stateSent' : 'messages.stateFailed')}
    />
  )
}

function Whole({ id, onQuestion }: { readonly id: number } & Pick<SentRowProps, 'onQuestion'>) {
  const { t } = useTranslation()
  const query = useSentMessage(id)
  const { data } = query
  if (!data) return <QueryState query={query} count={2} />
  const { content, document, documentIndex, attachment, recipients } = data
  return (
    <>
      <p className="sent-content">{content}</p>
      {document !== null && (
        <p className="sent-fact meta">
          <span>{t('messages.document')}</span>
          {documentIndex && <span className="numbers">{documentIndex}</span>}
          <span className="file-name">
            <FileName name={document} />
          </span>
        </p>
      )}
      {attachment && (
        <div>
          <p className="sent-fact meta">
            <span>{t('messages.attachment')}</span>
            <span className="file-name">
              <FileName name={attachment.name} />
            </span>
            <span className="numbers">{formatSize(attachment.size)}</span>
          </p>
          {attachment.keptUntil !== null && <Linked keptUntil={attachment.keptUntil} />}
        </div>
      )}
      {onQuestion && (
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={() => onQuestion({ id, title: data.title, content })}
        >
          {t('messages.asQuestion')}
        </Button>
      )}
      {recipients && <Recipients recipients={recipients} />}
      {!recipients && data.status === 'queued' && data.reason && (
        <p className="meta">{t('messages.waits')}</p>
      )}
    </>
  )
}

const REFRESH_MS = 60_000

function Linked({ keptUntil }: { readonly keptUntil: string }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const isKept = useNow(REFRESH_MS) < Date.parse(keptUntil)
  return (
    <p className="meta numbers">
      {isKept
        ? t('messages.byLink', { date: formatInstant(keptUntil, language) })
        : t('messages.byLinkGone')}
    </p>
  )
}

function Recipients({ recipients }: { readonly recipients: NonNullable<SentWhole['recipients']> }) {
  const { t } = useTranslation()
  const reasonOf = (reason: MailReason | null) =>
    reason === null ? undefined : t(`mails.${reason}`)
  return (
    <ul className="sent-people" aria-label={t('messages.recipients')}>
      {recipients.map(({ name, email, status, reason }) => (
        <li key={email}>
          <span className="sent-person">
            {name} <span className="meta">{email}</span>
          </span>
          <DeliveryStatus status={status} isWaiting={reason !== null} />
          {status !== 'sent' && reason && (
            <span className="sent-reason meta">{reasonOf(reason)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
