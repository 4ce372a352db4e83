import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'

const PasskeysDialog = lazy(() => import('./passkeys-dialog.tsx').then((module) => ({ default: module.PasskeysDialog })))

/**
 * The dialog with one's own passkeys, and the way to it.
 * @param isOffered where they work and the operator area is open; else there is neither.
 */
export function usePasskeysDialog(isOffered: boolean) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return {
    way: isOffered ? { label: t('passkeys.manage'), onGo: () => setIsOpen(true) } : undefined,
    dialog: isOffered && isOpen && (
      <Suspense>
        <PasskeysDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
