import { lazy, Suspense, useState } from 'react'
import { useHouse } from './house-context.ts'
import { loadOwnArchive } from './late-parts.ts'

/** The dialog with what one takes along oneself, and what opens it. */
export function useOwnArchive(roomId: number) {
  const { i18n } = useHouse()
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadOwnArchive(i18n)).ArchiveDialog })))
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <Dialog roomId={roomId} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
