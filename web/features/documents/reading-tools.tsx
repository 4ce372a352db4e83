import type { Item } from '../../../contract/features/documents.ts'
import { shortcutOf } from '../../lib/browser/shortcut.ts'
import { IconButton } from '../../ui/button.tsx'
import { KEYS_OF } from './actions/action-keys.ts'
import type { ActionCaller } from './actions/item-actions.ts'
import { useReadingActions } from './actions/use-reading-actions.ts'

interface ReadingToolsProps {
  readonly caller: ActionCaller
  readonly item: Item
}

export function ReadingTools({ caller, item }: ReadingToolsProps) {
  const reading = useReadingActions(caller)
  return [reading.print([item]), reading.download([item])].map(
    ({ id, icon, label, blockedBecause, onAction }) => {
      const pressed = KEYS_OF[id]
      const keys = pressed === undefined ? undefined : shortcutOf(pressed)
      return (
        <IconButton
          key={id}
          size="small"
          icon={icon}
          label={`${label}: ${item.name}`}
          tip={keys ? `${label} (${keys.text})` : label}
          aria-keyshortcuts={keys?.aria}
          blockedBecause={blockedBecause}
          onClick={onAction}
        />
      )
    },
  )
}
