import './strict-guard.css'
import '../../../ui/state/states.css'
import { EyeOff } from 'lucide-react'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { type CaptureAttempt, watchCaptures } from './watch-captures.ts'

interface StrictGuardProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly onAttempt: () => void
  /** No page may show until this receives true. */
  readonly onGuard: (isOn: boolean) => void
  readonly onReturn: () => void
}

export function StrictGuard({ panel, onAttempt, onGuard, onReturn }: StrictGuardProps) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState<CaptureAttempt>()
  const button = useRef<HTMLButtonElement>(null)

  const report = useEffectEvent((kind: CaptureAttempt) => {
    if (attempt !== undefined) return
    setAttempt(kind)
    onAttempt()
  })
  const lift = useEffectEvent(() => {
    if (attempt === undefined) panel.current?.removeAttribute('data-veiled')
  })
  const notifyGuard = useEffectEvent(onGuard)
  useLayoutEffect(() => {
    const watching = new AbortController()
    const element = panel.current
    watchCaptures(
      {
        hide: () => element?.setAttribute('data-veiled', ''),
        lift: () => lift(),
        onAttempt: (kind) => report(kind),
      },
      watching.signal,
    )
    notifyGuard(true)
    return () => {
      watching.abort()
      element?.removeAttribute('data-veiled')
      notifyGuard(false)
    }
  }, [panel])
  useLayoutEffect(() => {
    if (attempt !== undefined && panel.current?.contains(document.activeElement))
      button.current?.focus()
  }, [attempt, panel])

  const comeBack = () => {
    setAttempt(undefined)
    panel.current?.removeAttribute('data-veiled')
    onReturn()
  }
  if (attempt === undefined) return null
  return (
    <div className="viewer-veil">
      <div className="state" role="alert">
        <EyeOff />
        <p className="state-text">{t(attempt === 'key' ? 'viewer.captured' : 'viewer.left')}</p>
        <Button ref={button} onClick={comeBack}>
          {t('viewer.showAgain')}
        </Button>
      </div>
    </div>
  )
}
