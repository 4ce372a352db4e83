import { shortcutOf } from '../../../lib/shortcut.ts'
import type { MenuAction } from '../../../ui/action-menu.tsx'
import { KEYS_OF } from './action-keys.ts'

/** What belongs together in the menu of items. */
const GROUPS: readonly (readonly string[])[] = [
  ['open', 'rename'],
  ['copy', 'cut', 'paste', 'move', 'delete'],
  ['print', 'download'],
  ['versions', 'activity', 'properties', 'copy-name'],
]

/** A menu of operators with its groups, and the keys that do the same in the list. */
export const arrangeMenu = (actions: readonly MenuAction[]): readonly MenuAction[] =>
  actions.map((action) => {
    const keys = action.id === 'open' ? 'Enter' : KEYS_OF[action.id]
    return { ...action, group: GROUPS.findIndex((group) => group.includes(action.id)), shortcut: keys ? shortcutOf(keys) : undefined }
  })
