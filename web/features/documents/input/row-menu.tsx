import { Suspense } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import type { ActionCaller, ItemActions } from '../actions/item-actions.ts'
import { useReadingMenu } from '../actions/use-reading-menu.ts'

interface RowMenuProps {
  readonly item: Item
  readonly items: readonly Item[]
  readonly anchor: MenuAnchor
  readonly caller: ActionCaller
  readonly actions: ItemActions | undefined
  readonly onOpen: (() => void) | undefined
  readonly onClose: () => void
}

export function RowMenu({ item, items, anchor, caller, actions, onOpen, onClose }: RowMenuProps) {
  const { t } = useTranslation()
  const readersMenu = useReadingMenu(caller)
  const label =
    items.length > 1
      ? t('actions.selected', { count: items.length })
      : t('documents.moreOf', { name: item.name })
  return (
    <Suspense>
      <LazyMenu
        label={label}
        anchor={anchor}
        actions={actions ? actions.menu(items) : readersMenu(items, onOpen)}
        onClose={onClose}
      />
    </Suspense>
  )
}
