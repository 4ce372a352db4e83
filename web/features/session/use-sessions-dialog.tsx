import { lazy, Suspense, useState } from 'react'

const SessionsDialog = lazy(() => import('./sessions-dialog.tsx').then((module) => ({ default: module.SessionsDialog })))

/** The list of one's own sessions, and what opens it. */
export function useSessionsDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <SessionsDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
