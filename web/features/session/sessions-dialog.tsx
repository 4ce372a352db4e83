import './sessions-dialog.css'
import { useId, useRef } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Modal } from '../../ui/modal.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { type OwnSession, useEndSessions, useOwnSessions } from './own-sessions.ts'

interface SessionsDialogProps {
  readonly onClose: () => void
}

/** Where one is logged in, and the end of each. */
export function SessionsDialog({ onClose }: SessionsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const tellError = useTellError()
  const dialogs = useDialogs()
  const toast = useToast()
  const query = useOwnSessions()
  const ending = useEndSessions({
    onEnded(count) {
      toast(count === undefined ? t('sessions.ended') : t('sessions.endedOthers', { count }))
      // The row and its button are gone.
      close.current?.focus()
    },
    onFailed: tellError,
  })
  const end = async (which: OwnSession | 'others') => {
    const text = t(which === 'others' ? 'sessions.endOthersConfirm' : 'sessions.endConfirm')
    if (!ending.isPending && (await dialogs.confirm({ tone: 'check', text, confirmLabel: t('sessions.end') }))) ending.mutate(which)
  }

  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} initialFocus={close} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('sessions.title')}
      </h2>
      <p id={`${id}-help`} className="meta">
        {t('sessions.help')}
      </p>
      <QueryState query={query} count={2} />
      {query.data && (
        <ul className="sessions">
          {query.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session}
              onEnd={() => void end(session)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('sessions.more')}
        </Button>
      )}
      <div className="modal-buttons">
        {(query.data?.length ?? 0) > 1 && (
          <Button variant="danger" isBusy={ending.isPending && ending.variables === 'others'} onClick={() => void end('others')}>
            {t('sessions.endOthers')}
          </Button>
        )}
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}

interface SessionRowProps {
  readonly session: OwnSession
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { browser, system, address } = session
  const device = browser && system ? t('sessions.device', { browser, system }) : browser || system || t('sessions.unknown')
  return (
    <li className="sessions-row">
      <div className="sessions-text">
        <span className="sessions-device">
          {device}
          {session.current && <Chip tone="ok" text={t('sessions.current')} />}
        </span>
        <span className="meta numbers">{address}</span>
        <span className="meta numbers">{t('sessions.began', { date: formatInstant(session.createdAt, language) })}</span>
        <span className="meta numbers">{t('sessions.seen', { date: formatInstant(session.lastSeenAt, language) })}</span>
      </div>
      {!session.current && (
        <Button size="small" aria-label={t('sessions.endOf', { device, address })} isBusy={isEnding} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
