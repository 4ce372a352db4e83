import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { systemClock } from '../../lib/clock.ts'
import { preloadMenu } from '../../ui/lazy-menu.tsx'
import type { MenuAnchor } from '../../ui/menu-place.tsx'
import { isFolder } from './file-kind.ts'
import type { ItemsGridProps } from './items-grid-props.ts'
import { rowAfterKey } from './row-window.ts'
import type { GridRows } from './use-grid-rows.ts'
import { useLongPress } from './use-long-press.ts'
import { useTypeahead } from './use-typeahead.ts'

/** A row has to stay current for so long before the preview goes along: each preview is a reading that is logged. */
const FOLLOW_MS = 200

const closest = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

const rowAt = (target: EventTarget) => closest(target, '[data-index]')
const indexOf = (row: HTMLElement): number => Number(row.dataset['index'])

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey)
const isModified = (event: KeyboardEvent | MouseEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

interface OpenMenu {
  readonly item: Item
  readonly anchor: MenuAnchor
  readonly onOpen: (() => void) | undefined
}

/** What keys and pointers do in the list. One set of listeners serves all rows. */
export function useGridActions(props: ItemsGridProps, rows: GridRows) {
  const { hrefOf, onOpen, openId } = props
  const [menu, setMenu] = useState<OpenMenu>()
  const typeahead = useTypeahead()
  const follow = useFollow(openId !== undefined)

  const itemAt = (target: EventTarget): Item | undefined => {
    const row = rowAt(target)
    return row ? rows.items[indexOf(row)] : undefined
  }
  const open = (item: Item, follows = false) => {
    if (hrefOf(item) !== undefined) onOpen(item, follows)
  }
  const openMenu = (target: EventTarget, anchor: MenuAnchor) => {
    const item = itemAt(target)
    if (item && !menu) setMenu({ item, anchor, onOpen: hrefOf(item) === undefined ? undefined : () => open(item) })
  }
  const press = useLongPress(openMenu)

  const moveTo = (index: number) => {
    rows.focusRow(index)
    const item = rows.items[index]
    if (openId === undefined || !item || isFolder(item)) return follow(undefined)
    follow(() => open(item, true))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAt(event.target)
    if (!row) return
    if (isMenuKey(event)) {
      event.preventDefault()
      return openMenu(row, row.querySelector('[data-menu]') ?? row)
    }
    if (isModified(event)) return
    const at = indexOf(row)
    const names = () => rows.items.map(({ name }) => name)
    const next = rowAfterKey(event.key, { at, total: rows.total, page: rows.page }) ?? typeahead(event, names, at)
    const item = rows.items[at]
    if (next !== undefined) moveTo(next)
    else if (event.key === 'Enter' && item && !closest(event.target, '[data-menu]')) open(item)
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const item = itemAt(event.target)
    if (!item) return
    const button = closest(event.target, '[data-menu]')
    if (button) return openMenu(event.target, button)
    // A link opens in another tab as everywhere.
    if (isModified(event)) return
    event.preventDefault()
    follow(undefined)
    open(item)
  }

  const handlers = {
    onKeyDown,
    onClick,
    onContextMenu(event: MouseEvent) {
      if (!itemAt(event.target)) return
      event.preventDefault()
      openMenu(event.target, { x: event.clientX, y: event.clientY })
    },
    onFocus({ target }: FocusEvent) {
      preloadMenu()
      const row = rowAt(target)
      if (!row) return
      if (closest(target, 'a')) row.focus({ preventScroll: true })
      else if (indexOf(row) !== rows.at) rows.settle(indexOf(row))
    },
    onPointerOver({ target }: PointerEvent) {
      const name = closest(target, '[data-name]')
      if (name) showWhole(name)
    },
    onPointerEnter: preloadMenu,
    ...press,
  }
  return { handlers, menu, closeMenu: () => setMenu(undefined) }
}

/** Does something once a moment has passed in which it was neither replaced nor the preview closed. */
function useFollow(isOpen: boolean): (action: (() => void) | undefined) => void {
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  useEffect(() => {
    if (!isOpen) cancel.current()
  }, [isOpen])
  return (action) => {
    cancel.current()
    cancel.current = action ? systemClock.after(FOLLOW_MS, action) : () => {}
  }
}

/** A name that is cut is told whole by the browser while it is pointed at. */
function showWhole(name: HTMLElement) {
  const stem = name.firstElementChild
  if (stem && stem.scrollWidth > stem.clientWidth) name.title = name.textContent
  else name.removeAttribute('title')
}
