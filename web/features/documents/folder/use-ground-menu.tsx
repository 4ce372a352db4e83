import { type KeyboardEvent, type MouseEvent, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import type { ItemActions } from '../actions/item-actions.ts'
import { closest, isMenuKey, isWriting } from '../list/grid-targets.ts'

export function useGroundMenu(actions: ItemActions) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return {
    onContextMenu(event: MouseEvent) {
      if (event.defaultPrevented || closest(event.target, 'thead') || isWriting(event.target))
        return
      event.preventDefault()
      setAnchor({ x: event.clientX, y: event.clientY })
    },
    onKey(event: KeyboardEvent): boolean {
      if (!isMenuKey(event)) return false
      event.preventDefault()
      setAnchor(event.currentTarget)
      return true
    },
    menu: anchor && (
      <Suspense>
        <LazyMenu
          label={t('documents.actions')}
          anchor={anchor}
          actions={actions.groundMenu()}
          onClose={() => setAnchor(undefined)}
        />
      </Suspense>
    ),
  }
}
