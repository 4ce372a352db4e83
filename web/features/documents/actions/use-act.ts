import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'

export function useAct(): (action: MenuAction | undefined) => void {
  const dialogs = useDialogs()
  return (action) => {
    if (action?.blockedBecause !== undefined)
      void dialogs.alert({ tone: 'check', text: action.blockedBecause })
    else action?.onAction()
  }
}
