import type { LucideIcon } from 'lucide-react'
import { Menu, MenuItem, Text } from 'react-aria-components'
import { type MenuAnchor, MenuPlace } from './menu-place.tsx'

/** One thing that a menu offers. */
export interface MenuAction {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly onAction: () => void
  /** Why it cannot be used now; shown below the label. */
  readonly blockedBecause?: string | undefined
  readonly isDangerous?: boolean
}

interface ActionMenuProps {
  readonly label: string
  readonly anchor: MenuAnchor
  readonly actions: readonly MenuAction[]
  readonly onClose: () => void
}

/** A menu that is open while it is rendered: for row buttons, right clicks, long presses and the menu key. */
export function ActionMenu({ label, anchor, actions, onClose }: ActionMenuProps) {
  return (
    <MenuPlace label={label} anchor={anchor} onClose={onClose}>
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {actions.map(({ id, label: text, icon: Icon, onAction, blockedBecause, isDangerous }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={text}
            className={isDangerous ? 'menu-item menu-item-danger' : 'menu-item'}
            isDisabled={blockedBecause !== undefined}
            onAction={onAction}
          >
            <Icon />
            <Text slot="label" className="menu-label">
              {text}
            </Text>
            {blockedBecause !== undefined && (
              <Text slot="description" className="menu-reason">
                {blockedBecause}
              </Text>
            )}
          </MenuItem>
        ))}
      </Menu>
    </MenuPlace>
  )
}
