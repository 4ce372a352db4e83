import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../../../contract/core/limits.ts'
import { alive } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api-context.ts'
import { systemClock } from '../../lib/clock.ts'
import { type IdlePhase, IdleTimer } from '../../lib/idle-timer.ts'
import { Modal } from '../../ui/modal.tsx'
import type { SessionStore } from './session-store.ts'

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'wheel'] as const

interface IdleWatchProps {
  readonly sessions: SessionStore
  readonly onEnd: (reason: string) => void
  readonly onLogout: () => void
}

/** Tells the server of real input, warns two minutes before the idle end, and ends here what has ended there. */
export function IdleWatch({ sessions, onEnd, onLogout }: IdleWatchProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
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
      limits: { idleMs: LIMITS.idleMs, warningMs: LIMITS.idleWarningMs, aliveEveryMs: LIMITS.aliveEveryMs },
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

  if (phase.kind !== 'warning') return null
  const extend = () => timer.current?.extend()
  return (
    <Modal labelledBy={id} onDismiss={extend}>
      <h2 lang="en" className="lettering">
        Check !
      </h2>
      <p id={id} className="numbers">
        {t('idle.warning', { seconds: phase.secondsLeft })}
      </p>
      <div className="modal-buttons">
        <button type="button" className="button primary" onClick={extend}>
          {t('idle.stay')}
        </button>
        <button type="button" className="button" onClick={onLogout}>
          {t('app.logout')}
        </button>
      </div>
    </Modal>
  )
}
