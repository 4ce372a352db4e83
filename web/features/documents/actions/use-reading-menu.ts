import type { Item } from '../../../../contract/features/documents.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import type { ActionCaller } from './item-actions.ts'
import { useReadingActions } from './use-reading-actions.ts'

export function useReadingMenu(
  caller: ActionCaller,
): (items: readonly Item[], onOpen?: () => void) => readonly MenuAction[] {
  const reading = useReadingActions(caller)
  return (items, onOpen) => {
    const [item, another] = items
    const shared = [
      reading.download(items),
      ...(caller.viewAs === undefined ? reading.index(items) : []),
    ]
    if (!item || another) return shared
    return [
      ...(onOpen ? [reading.open(onOpen)] : []),
      reading.print(items),
      ...shared,
      ...reading.favourite(item),
      reading.copyName(item),
    ]
  }
}
