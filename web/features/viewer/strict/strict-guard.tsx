import './strict-guard.css'
import '../../../ui/states.css'
import { EyeOff } from 'lucide-react'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { type Attempt, watchCaptures } from './watch-captures.ts'

interface StrictGuardProps {
  readonly panel: RefObject<HTMLElement | null>
  /** Once per attempt: while the pages are hidden, nothing more is told. */
  readonly onAttempt: () => void
  /** Says whether somebody watches; before that no page is to be shown. */
  readonly onGuard: (isOn: boolean) => void
  /** The reader is back; the veil and what had the focus are gone. */
  readonly onReturn: () => void
}

/** Hides the pages when something looks like a capture of the screen, until the reader comes back by a click. */
export function StrictGuard({ panel, onAttempt, onGuard, onReturn }: StrictGuardProps) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState<Attempt>()
  const button = useRef<HTMLButtonElement>(null)

  const tell = useEffectEvent((kind: Attempt) => {
    if (attempt !== undefined) return
    setAttempt(kind)
    onAttempt()
  })
  const lift = useEffectEvent(() => {
    if (attempt === undefined) panel.current?.removeAttribute('data-veiled')
  })
  const tellGuard = useEffectEvent(onGuard)
  useLayoutEffect(() => {
    const watching = new AbortController()
    const element = panel.current
    watchCaptures(
      { hide: () => element?.setAttribute('data-veiled', ''), lift: () => lift(), onAttempt: (kind) => tell(kind) },
      watching.signal,
    )
    tellGuard(true)
    return () => {
      watching.abort()
      element?.removeAttribute('data-veiled')
      tellGuard(false)
    }
  }, [panel])
  useLayoutEffect(() => {
    if (attempt !== undefined && panel.current?.contains(document.activeElement)) button.current?.focus()
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
