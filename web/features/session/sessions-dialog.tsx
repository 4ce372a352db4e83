import './sessions-dialog.css'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { endOne, endOthers, list } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { ListDialog } from '../../ui/dialog/list-dialog.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'

interface SessionsDialogProps {
  readonly onClose: () => void
}

type OwnSession = PayloadOut<typeof list>[number]

const KEY = ['own-sessions']

function useOwnSessions() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: undefined as string | undefined,
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      api.page(list, { query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) =>
      pages
        .flatMap(({ payload }) => payload)
        .sort((one, other) => Number(other.current) - Number(one.current)),
  })
}

function useEndSessions({
  onEnded,
  onFailed,
}: {
  onEnded: (count: number | undefined) => void
  onFailed: (error: Error) => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (which: OwnSession | 'others') => {
      if (which === 'others') return (await api.call(endOthers, {})).ended
      await api.call(endOne, { body: { id: which.id } })
      return undefined
    },
    onSuccess: onEnded,
    onError: onFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export function SessionsDialog({ onClose }: SessionsDialogProps) {
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  const alertError = useErrorAlert()
  const dialogs = useDialogs()
  const toast = useToast()
  const query = useOwnSessions()
  const ending = useEndSessions({
    onEnded(count) {
      toast(count === undefined ? t('sessions.ended') : t('sessions.endedOthers', { count }))
      close.current?.focus()
    },
    onFailed: alertError,
  })
  const end = async (which: OwnSession | 'others') => {
    const text = t(which === 'others' ? 'sessions.endOthersConfirm' : 'sessions.endConfirm')
    if (
      !ending.isPending &&
      (await dialogs.confirm({ tone: 'check', text, confirmLabel: t('sessions.end') }))
    )
      ending.mutate(which)
  }

  return (
    <ListDialog
      title={t('sessions.title')}
      help={t('sessions.help')}
      query={query}
      rows={query.data}
      count={2}
      moreLabel={t('sessions.more')}
      row={(session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={ending.isPending && ending.variables === session}
          onEnd={() => void end(session)}
        />
      )}
      buttons={
        (query.data?.length ?? 0) > 1 && (
          <Button
            variant="danger"
            isBusy={ending.isPending && ending.variables === 'others'}
            onClick={() => void end('others')}
          >
            {t('sessions.endOthers')}
          </Button>
        )
      }
      closeRef={close}
      onClose={onClose}
    />
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
  const device =
    browser && system
      ? t('sessions.device', { browser, system })
      : browser || system || t('sessions.unknown')
  return (
    <li className="sessions-row">
      <div className="sessions-text">
        <span className="sessions-device">
          {device}
          {session.current && <Chip tone="ok" text={t('sessions.current')} />}
        </span>
        <span className="meta numbers">{address}</span>
        <span className="meta numbers">
          {t('sessions.began', { date: formatInstant(session.createdAt, language) })}
        </span>
        <span className="meta numbers">
          {t('sessions.seen', { date: formatInstant(session.lastSeenAt, language) })}
        </span>
      </div>
      {!session.current && (
        <Button
          size="small"
          aria-label={t('sessions.endOf', { device, address })}
          isBusy={isEnding}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
