import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { saveDrafts } from '../../room/use-draft.ts'
import type { SessionStore } from './store/session-store.ts'

const SessionWarning = lazy(() =>
  import('./session-warning.tsx').then((module) => ({ default: module.SessionWarning })),
)

const TICK_MS = 1_000
const MINUTE_MS = 60_000
/** The server must still accept drafts. */
const AHEAD_MS = 5_000

interface LifetimeWatchProps {
  readonly sessions: Pick<SessionStore, 'read'>
  readonly onEnd: (reason: string) => void
  readonly onLogout: () => void
}

/** Warns 10 minutes before the fixed end, then saves drafts. */
export function LifetimeWatch({ sessions, onEnd, onLogout }: LifetimeWatchProps) {
  const { t } = useTranslation()
  const [minutesLeft, setMinutesLeft] = useState<number>()
  const [isRead, setIsRead] = useState(false)

  const end = useEffectEvent(async (jwt: string) => {
    await saveDrafts(AHEAD_MS - TICK_MS)
    if (sessions.read()?.jwt === jwt) onEnd(t('idle.expired'))
  })

  useEffect(() => {
    let cancel: (() => void) | undefined
    const tick = () => {
      const session = sessions.read()
      const left =
        session?.endsAt === undefined ? undefined : session.endsAt - AHEAD_MS - systemClock.now()
      if (session && left !== undefined && left <= 0) return void end(session.jwt)
      setMinutesLeft(
        left === undefined || left > LIMITS.sessionWarningMs
          ? undefined
          : Math.ceil(left / MINUTE_MS),
      )
      cancel = systemClock.after(TICK_MS, tick)
      return undefined
    }
    tick()
    return () => cancel?.()
  }, [sessions])

  if (minutesLeft === undefined || isRead) return null
  return (
    <Suspense>
      <SessionWarning
        goOnLabel={t('common.confirm')}
        onGoOn={() => setIsRead(true)}
        onLogout={onLogout}
      >
        <p className="numbers">{t('idle.expires', { count: minutesLeft })}</p>
        <p className="modal-text meta">{t('idle.expiresHelp')}</p>
      </SessionWarning>
    </Suspense>
  )
}
