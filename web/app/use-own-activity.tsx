import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { useHouse } from './house-context.ts'
import { loadOwnActivity } from './late-parts.ts'

/** The dialog with what one has done oneself, and the way to it. */
export function useOwnActivity() {
  const { i18n } = useHouse()
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadOwnActivity(i18n)).OwnActivityDialog })))
  return {
    way: { label: t('sessions.activity'), onGo: () => setIsOpen(true) },
    dialog: isOpen && (
      <Suspense>
        <Dialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
