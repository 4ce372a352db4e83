import { lazy, Suspense, useState } from 'react'
import { useHouse } from './house-context.ts'
import { loadOwnActivity } from './late-parts.ts'

/** The dialog with what one has done oneself, and what opens it. */
export function useOwnActivity() {
  const { i18n } = useHouse()
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadOwnActivity(i18n)).OwnActivityDialog })))
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <Dialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
