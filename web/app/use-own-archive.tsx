import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { useHouse } from './house-context.ts'
import { loadOwnArchive } from './late-parts.ts'

/** The dialog with what one takes along oneself, and the way to it. */
export function useOwnArchive(roomId: number) {
  const { i18n } = useHouse()
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadOwnArchive(i18n)).ArchiveDialog })))
  return {
    way: { label: t('sessions.archive'), onGo: () => setIsOpen(true) },
    dialog: isOpen && (
      <Suspense>
        <Dialog roomId={roomId} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
