import type { MenuAction } from '../../../ui/action-menu.tsx'
import { useDialogs } from '../../../ui/dialogs.tsx'

/** Does what an entry of a menu would do, or says what the menu would say. */
export function useAct(): (action: MenuAction | undefined) => void {
  const dialogs = useDialogs()
  return (action) => {
    if (action?.blockedBecause !== undefined) void dialogs.alert({ tone: 'check', text: action.blockedBecause })
    else action?.onAction()
  }
}
