import { type ReactNode, Suspense, useState } from 'react'

export function useLateDialog(show: (close: () => void) => ReactNode) {
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && <Suspense>{show(() => setIsOpen(false))}</Suspense>,
  }
}
