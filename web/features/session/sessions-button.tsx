import { MonitorSmartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import type { SessionsWay } from './sessions-dialog.tsx'

const loadDialog = () => import('./sessions-dialog.tsx')
const SessionsDialog = lazy(() => loadDialog().then((module) => ({ default: module.SessionsDialog })))

interface SessionsButtonProps {
  readonly blockedBecause?: string | undefined
  /** From the list on to what belongs to it. */
  readonly ways: readonly SessionsWay[]
}

/** Opens the list of one's own sessions. */
export function SessionsButton({ blockedBecause, ways }: SessionsButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={MonitorSmartphone}
        label={t('sessions.title')}
        aria-haspopup="dialog"
        blockedBecause={blockedBecause}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <SessionsDialog ways={ways} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
