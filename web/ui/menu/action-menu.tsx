import type { LucideIcon } from 'lucide-react'
import { Menu, MenuItem, Separator, Text } from 'react-aria-components'
import type { Shortcut } from '../../lib/browser/shortcut.ts'
import { type MenuAnchor, MenuPlace } from './menu-place.tsx'

export interface MenuAction {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly onAction: () => void
  readonly blockedBecause?: string | undefined
  readonly isDangerous?: boolean
  readonly group?: number
  readonly shortcut?: Shortcut | undefined
}

interface ActionMenuProps {
  readonly label: string
  readonly anchor: MenuAnchor
  readonly actions: readonly MenuAction[]
  readonly onClose: () => void
}

export function ActionMenu({ label, anchor, actions, onClose }: ActionMenuProps) {
  return (
    <MenuPlace label={label} anchor={anchor} onClose={onClose}>
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {actions.flatMap((action, index) => {
          const before = actions[index - 1]
          const item = <MenuEntry key={action.id} {...action} />
          return before && before.group !== action.group
            ? [<Separator key={`${action.id}-line`} className="menu-line" />, item]
            : [item]
        })}
      </Menu>
    </MenuPlace>
  )
}

export function MenuEntry({
  id,
  label,
  icon: Icon,
  onAction,
  blockedBecause,
  isDangerous,
  shortcut,
}: MenuAction) {
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={isDangerous ? 'menu-item menu-item-danger' : 'menu-item'}
      isDisabled={blockedBecause !== undefined}
      onAction={onAction}
      ref={(element: HTMLElement | null) => {
        // The component does not pass this attribute on.
        if (element) element.ariaKeyShortcuts = shortcut?.aria ?? null
      }}
    >
      <Icon />
      <Text slot="label" className="menu-label">
        {label}
      </Text>
      {shortcut && (
        <span className="menu-keys" aria-hidden="true">
          {shortcut.text}
        </span>
      )}
      {blockedBecause !== undefined && (
        <Text slot="description" className="menu-reason">
          {blockedBecause}
        </Text>
      )}
    </MenuItem>
  )
}
