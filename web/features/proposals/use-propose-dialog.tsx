import { UserRoundPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import type { MenuAction } from '../../ui/menu/action-menu.tsx'

const ProposeDialog = lazy(() =>
  import('./propose-dialog.tsx').then((module) => ({ default: module.ProposeDialog })),
)

export function useProposeDialog(roomId: number, isLead: boolean) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const entry: MenuAction = {
    id: 'propose',
    icon: UserRoundPlus,
    label: t('proposals.menu'),
    onAction: () => setOpen(true),
  }
  return {
    actions: isLead ? [entry] : [],
    dialog: isOpen && isLead && (
      <Suspense>
        <ProposeDialog roomId={roomId} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
