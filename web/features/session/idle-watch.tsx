import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { alive } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { type IdlePhase, IdleTimer } from '../../lib/browser/idle-timer.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { INPUT_EVENTS } from '../../lib/input/input-events.ts'
import type { SessionStore } from './store/session-store.ts'

const loadWarning = () => import('./session-warning.tsx')
const SessionWarning = lazy(() =>
  loadWarning().then((module) => ({ default: module.SessionWarning })),
)

/** The network may fail later. */
const PRELOAD_AFTER_MS = 60_000

interface IdleWatchProps {
  readonly sessions: SessionStore
  readonly onEnd: (reason: string) => void
  readonly onLogout: () => void
}

/** The warning comes two minutes before the idle end. */
export function IdleWatch({ sessions, onEnd, onLogout }: IdleWatchProps) {
  const { t } = useTranslation()
  const api = useApi()
  const [phase, setPhase] = useState<IdlePhase>({ kind: 'active' })
  const timer = useRef<IdleTimer>(undefined)

  const enter = useEffectEvent((next: IdlePhase) => {
    setPhase(next)
    if (next.kind === 'ended') onEnd(t('idle.ended'))
  })
  const sendAlive = useEffectEvent(() => api.call(alive, {}))

  useEffect(() => {
    const idle = new IdleTimer({
      clock: systemClock,
      limits: {
        idleMs: LIMITS.idleMs,
        warningMs: LIMITS.idleWarningMs,
        aliveEveryMs: LIMITS.aliveEveryMs,
      },
      lastSeen: sessions.lastSeen,
      sendAlive: () => sendAlive(),
      onPhase: (next) => enter(next),
    })
    timer.current = idle
    const input = (event: Event) => {
      if (event.isTrusted) idle.input()
    }
    const options = { capture: true, passive: true }
    for (const name of INPUT_EVENTS) addEventListener(name, input, options)
    const stop = idle.start()
    return () => {
      stop()
      for (const name of INPUT_EVENTS) removeEventListener(name, input, options)
    }
  }, [sessions])

  useEffect(
    () => systemClock.after(PRELOAD_AFTER_MS, () => void loadWarning().catch(() => undefined)),
    [],
  )

  if (phase.kind !== 'warning') return null
  return (
    <Suspense>
      <SessionWarning
        goOnLabel={t('idle.stay')}
        onGoOn={() => timer.current?.extend()}
        onLogout={onLogout}
      >
        {/* The countdown is only visual. */}
        <p className="numbers">{t('idle.warning', { count: phase.secondsLeft })}</p>
      </SessionWarning>
    </Suspense>
  )
}
