import type { Item } from '../../../contract/features/documents.ts'
import { IconButton } from '../../ui/button.tsx'
import type { ActionCaller } from './actions/item-actions.ts'
import { useReadingActions } from './actions/use-reading-actions.ts'

interface ReadingToolsProps {
  readonly caller: ActionCaller
  readonly item: Item
}

/** Stands beside a document that is open: prints it and downloads it, or says why it does not. */
export function ReadingTools({ caller, item }: ReadingToolsProps) {
  const reading = useReadingActions(caller)
  return [reading.print([item]), reading.download([item])].map(({ id, icon, label, blockedBecause, onAction }) => (
    <IconButton
      key={id}
      size="small"
      icon={icon}
      label={`${label}: ${item.name}`}
      tip={label}
      blockedBecause={blockedBecause}
      onClick={onAction}
    />
  ))
}
