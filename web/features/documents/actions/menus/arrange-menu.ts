import { shortcutOf } from '../../../../lib/browser/shortcut.ts'
import type { MenuAction } from '../../../../ui/menu/action-menu.tsx'
import { KEYS_OF } from '../action-keys.ts'

const GROUPS: readonly (readonly string[])[] = [
  ['open', 'rename', 'new-folder', 'structure', 'replace-versions'],
  ['copy', 'cut', 'paste', 'move', 'delete'],
  ['order-up', 'order-down', 'order', 'renumber'],
  ['print', 'download', 'index'],
  ['publish', 'unpublish', 'publish-cancel', 'staging'],
  ['permissions', 'who-sees'],
  ['versions', 'activity', 'properties', 'favourite', 'copy-name'],
]

const OF_FULL_OPERATORS: ReadonlySet<string> = new Set([
  ...['delete', 'publish', 'unpublish', 'publish-cancel', 'staging'],
  ...['permissions', 'who-sees', 'activity', 'renumber'],
])

export const ofContentOperator = (actions: readonly MenuAction[]): readonly MenuAction[] =>
  actions.filter(({ id }) => !OF_FULL_OPERATORS.has(id))

export const arrangeMenu = (actions: readonly MenuAction[]): readonly MenuAction[] =>
  actions.map((action) => {
    const keys = action.id === 'open' ? 'Enter' : KEYS_OF[action.id]
    return {
      ...action,
      group: GROUPS.findIndex((group) => group.includes(action.id)),
      shortcut: keys ? shortcutOf(keys) : undefined,
    }
  })
