import { lazy, Suspense, useState } from 'react'

const PasskeysDialog = lazy(() => import('./passkeys-dialog.tsx').then((module) => ({ default: module.PasskeysDialog })))

/**
 * The dialog with one's own passkeys, and what opens it.
 * @param isOffered where they work and the operator area is open; else there is neither.
 */
export function usePasskeysDialog(isOffered: boolean) {
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: isOffered ? () => setIsOpen(true) : undefined,
    dialog: isOffered && isOpen && (
      <Suspense>
        <PasskeysDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
