import { Suspense } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import type { ActionCaller, ItemActions } from '../actions/item-actions.ts'
import { useReadingActions } from '../actions/use-reading-actions.ts'

interface RowMenuProps {
  readonly item: Item
  /** Contains the row or the whole selection. */
  readonly items: readonly Item[]
  readonly anchor: MenuAnchor
  readonly caller: ActionCaller
  /** Undefined in read-only lists. */
  readonly actions: ItemActions | undefined
  /** Undefined if the item does not open. */
  readonly onOpen: (() => void) | undefined
  readonly onClose: () => void
}

export function RowMenu({ item, items, anchor, caller, actions, onOpen, onClose }: RowMenuProps) {
  const { t } = useTranslation()
  const reading = useReadingActions(caller)
  const readersMenu = () => [
    ...(onOpen ? [reading.open(onOpen)] : []),
    reading.print([item]),
    reading.download([item]),
    // A view as another person exports nothing.
    ...(caller.viewAs === undefined ? reading.index([item]) : []),
    ...reading.favourite(item),
    reading.copyName(item),
  ]
  const label = items.length > 1 ? t('actions.selected', { count: items.length }) : t('documents.moreOf', { name: item.name })
  return (
    <Suspense>
      <LazyMenu label={label} anchor={anchor} actions={actions ? actions.menu(items) : readersMenu()} onClose={onClose} />
    </Suspense>
  )
}
