import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useState,
} from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useLongPress } from '../../../ui/menu/use-long-press.ts'
import { useAct } from '../actions/use-act.ts'
import { useReadingActions } from '../actions/use-reading-actions.ts'
import { isFolder } from '../file-kind.ts'
import { closest, indexOf, isMenuKey, isModified, isWriting, rowAt } from '../list/grid-targets.ts'
import type { ItemsGridProps } from '../list/items-grid-props.ts'
import type { GridRows } from '../list/use-grid-rows.ts'
import { pickRow } from './pick-row.ts'
import { useFollowing } from './use-following.ts'
import { useGridKeys } from './use-grid-keys.ts'

interface OpenMenu {
  readonly item: Item
  readonly items: readonly Item[]
  readonly anchor: MenuAnchor
  readonly onOpen: (() => void) | undefined
}

export function useGridActions(props: ItemsGridProps, grid: GridRows) {
  const { table, actions, hrefOf, onOpen, openId } = props
  const { rows } = grid
  const { selection } = table
  const [menu, setMenu] = useState<OpenMenu>()
  const follow = useFollowing(openId !== undefined)

  const itemAt = (target: EventTarget): Item | undefined => {
    const row = rowAt(target)
    return row ? rows.rowAt(indexOf(row))?.item : undefined
  }
  const meant = (item: Item): readonly Item[] =>
    selection.has(item.id) ? selection.outermost : [item]
  const open = (item: Item, follows = false) => {
    if (hrefOf(item) === undefined) return
    if (follows) grid.leadTo(item.id)
    onOpen(item, follows)
  }
  const openMenu = (target: EventTarget, anchor: MenuAnchor) => {
    const item = itemAt(target)
    if (!item || menu) return
    setMenu({
      item,
      items: meant(item),
      anchor,
      onOpen: hrefOf(item) === undefined ? undefined : () => open(item),
    })
  }
  const press = useLongPress(openMenu)

  const moveTo = (index: number) => {
    grid.focusRow(index)
    const item = rows.rowAt(index)?.item
    if (openId === undefined || !item || isFolder(item)) return follow(undefined)
    follow(() => open(item, true))
  }
  const reading = useReadingActions(props.caller)
  const act = useAct()
  const onKey = useGridKeys(props, grid, {
    moveTo,
    open,
    print: (item) => act(reading.print([item])),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAt(event.target)
    if (!row || isWriting(event.target)) return
    if (isMenuKey(event)) openMenu(row, row.querySelector('[data-menu]') ?? row)
    else if (!onKey(event)) return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const row = rowAt(event.target)
    const item = itemAt(event.target)
    if (!row || !item) return
    const button = closest(event.target, '[data-menu]')
    if (button) return openMenu(event.target, button)
    if (table.selects && pickRow(props, event, item, row)) return
    if (isModified(event)) return
    event.preventDefault()
    follow(undefined)
    open(item)
  }

  const handlers = {
    onKeyDown,
    onClick,
    onDoubleClick(event: MouseEvent) {
      const item = itemAt(event.target)
      if (
        actions &&
        item &&
        isFolder(item) &&
        !closest(event.target, 'button, a, input, [data-check]')
      )
        open(item)
    },
    onContextMenu(event: MouseEvent) {
      if (!itemAt(event.target) || isWriting(event.target)) return
      event.preventDefault()
      openMenu(event.target, { x: event.clientX, y: event.clientY })
    },
    onFocus({ target }: FocusEvent) {
      preloadMenu()
      const row = rowAt(target)
      if (!row) return
      if (closest(target, 'a, [data-chevron], [data-check]')) row.focus({ preventScroll: true })
      else grid.settle(indexOf(row))
    },
    onPointerOver({ target }: PointerEvent) {
      const name = closest(target, '[data-name]')
      if (name) showWhole(name)
    },
    onPointerEnter: preloadMenu,
    ...press,
  }
  return { handlers, menu, closeMenu: () => setMenu(undefined), meant }
}

function showWhole(name: HTMLElement) {
  const stem = name.firstElementChild
  if (stem && stem.scrollWidth > stem.clientWidth) name.title = name.textContent
  else name.removeAttribute('title')
}
