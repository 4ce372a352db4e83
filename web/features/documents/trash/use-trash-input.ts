import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import { rowAfterKey } from '../../../lib/input/row-keys.ts'
import { preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useLongPress } from '../../../ui/menu/use-long-press.ts'
import type { TrashRows } from './use-trash-rows.ts'
import type { TrashSelection } from './use-trash-selection.ts'

const closest = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

const rowAt = (target: EventTarget) => closest(target, '[data-index]')
const indexOf = (row: HTMLElement): number => Number(row.dataset['index'])

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)
const isToggling = (event: MouseEvent | KeyboardEvent): boolean => event.ctrlKey || event.metaKey

interface TrashInput {
  readonly items: readonly TrashedItem[]
  readonly rows: TrashRows
  readonly selection: TrashSelection
  readonly onDestroy: (items: readonly TrashedItem[]) => void
}

interface OpenMenu {
  readonly item: TrashedItem
  readonly anchor: MenuAnchor
}

export function useTrashInput({ items, rows, selection, onDestroy }: TrashInput) {
  const [menu, setMenu] = useState<OpenMenu>()

  const openMenu = (target: EventTarget, anchor: MenuAnchor) => {
    const row = rowAt(target)
    const item = row && items[indexOf(row)]
    if (!item || menu) return
    if (!selection.has(item)) selection.only(item)
    setMenu({ item, anchor })
  }
  const press = useLongPress(openMenu)

  const select = (index: number, event: MouseEvent | KeyboardEvent, isAdding: boolean) => {
    const item = items[index]
    if (!item) return
    if (event.shiftKey) selection.extend(index, rows.at)
    else if (isAdding) selection.toggle(item)
    else selection.only(item)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAt(event.target)
    if (!row) return
    const handled = () => event.preventDefault()
    if (isMenuKey(event)) {
      handled()
      return openMenu(row, row.querySelector('[data-menu]') ?? row)
    }
    const at = indexOf(row)
    const isOnButton = closest(event.target, '[data-menu]') !== null
    const next = rowAfterKey(event.key, { at, total: items.length, page: rows.page })
    if (next !== undefined && !event.altKey) {
      if (event.shiftKey) selection.extend(next, at)
      rows.focusRow(next)
    } else if (event.key === ' ' && !isOnButton) select(at, event, true)
    else if (event.key.toLowerCase() === 'a' && isToggling(event)) selection.all()
    else if (event.key === 'Escape') selection.clear()
    else if (event.key === 'Delete')
      onDestroy(selection.items.length > 0 ? selection.items : items.slice(at, at + 1))
    else return
    handled()
  }

  const onClick = (event: MouseEvent) => {
    const row = rowAt(event.target)
    if (!row) return
    const button = closest(event.target, '[data-menu]')
    if (button) return openMenu(event.target, button)
    const isAdding =
      isToggling(event) ||
      closest(event.target, '[data-check]') !== null ||
      matchMedia('(pointer: coarse)').matches
    select(indexOf(row), event, isAdding)
    rows.settle(indexOf(row))
  }

  const handlers = {
    onKeyDown,
    onClick,
    onContextMenu(event: MouseEvent) {
      if (!rowAt(event.target)) return
      event.preventDefault()
      openMenu(event.target, { x: event.clientX, y: event.clientY })
    },
    onFocus({ target }: FocusEvent) {
      preloadMenu()
      const row = rowAt(target)
      if (!row) return
      if (closest(target, '[data-check]')) row.focus({ preventScroll: true })
      else if (indexOf(row) !== rows.at) rows.settle(indexOf(row))
    },
    onPointerEnter: preloadMenu,
    ...press,
  }
  return { handlers, menu, closeMenu: () => setMenu(undefined) }
}
