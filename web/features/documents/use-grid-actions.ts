import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { systemClock } from '../../lib/clock.ts'
import { preloadMenu } from '../../ui/lazy-menu.tsx'
import type { MenuAnchor } from '../../ui/menu-place.tsx'
import { useLongPress } from '../../ui/use-long-press.ts'
import { useAct } from './actions/use-act.ts'
import { useReadingActions } from './actions/use-reading-actions.ts'
import { isFolder } from './file-kind.ts'
import { closest, indexOf, isCommand, isMenuKey, isModified, isWriting, rowAt } from './grid-targets.ts'
import type { ItemsGridProps } from './items-grid-props.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { GridRows } from './use-grid-rows.ts'

/** A row has to stay current for so long before the preview goes along: each preview is a reading that is logged. */
const FOLLOW_MS = 200

interface OpenMenu {
  readonly item: Item
  /** What it is about: the row, or all that is selected. */
  readonly items: readonly Item[]
  readonly anchor: MenuAnchor
  readonly onOpen: (() => void) | undefined
}

/** What keys and pointers do in the list. One set of listeners serves all rows. */
export function useGridActions(props: ItemsGridProps, grid: GridRows) {
  const { table, actions, hrefOf, onOpen, openId } = props
  const { rows } = grid
  const { selection } = table
  const [menu, setMenu] = useState<OpenMenu>()
  const follow = useFollow(openId !== undefined)

  const itemAt = (target: EventTarget): Item | undefined => {
    const row = rowAt(target)
    return row ? rows.rowAt(indexOf(row))?.item : undefined
  }
  /** What the pointer means with a row: all that is selected if the row is, else the row. */
  const meant = (item: Item): readonly Item[] => (selection.has(item.id) ? selection.outermost : [item])
  const open = (item: Item, follows = false) => {
    if (hrefOf(item) === undefined) return
    if (follows) grid.leadTo(item.id)
    onOpen(item, follows)
  }
  const openMenu = (target: EventTarget, anchor: MenuAnchor) => {
    const item = itemAt(target)
    if (!item || menu) return
    setMenu({ item, items: meant(item), anchor, onOpen: hrefOf(item) === undefined ? undefined : () => open(item) })
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
  const onKey = useGridKeys(props, grid, { moveTo, open, print: (item) => act(reading.print([item])) })

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAt(event.target)
    if (!row || isWriting(event.target)) return
    if (isMenuKey(event)) openMenu(row, row.querySelector('[data-menu]') ?? row)
    else if (!onKey(event)) return
    event.preventDefault()
  }

  /** A click where items are put in order; on the name of a folder it opens all the same. */
  const pick = (event: MouseEvent, item: Item, row: HTMLElement): boolean => {
    if (isWriting(event.target)) return true
    if (closest(event.target, '[data-chevron]')) {
      table.setOpen(item.id, row.ariaExpanded !== 'true')
      return true
    }
    const isBox = closest(event.target, '[data-check]') !== null
    if (event.shiftKey) selection.extend(indexOf(row), undefined, isCommand(event))
    else if (isBox || isCommand(event)) selection.toggle(item)
    else if (closest(event.target, 'a')) return false
    else selection.only(item)
    // The box shows what is selected then; a link is not followed by a click that selects.
    if (!isBox) event.preventDefault()
    return true
  }

  const onClick = (event: MouseEvent) => {
    const row = rowAt(event.target)
    const item = itemAt(event.target)
    if (!row || !item) return
    const button = closest(event.target, '[data-menu]')
    if (button) return openMenu(event.target, button)
    if (actions && pick(event, item, row)) return
    // A link opens in another tab as everywhere.
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
      if (actions && item && isFolder(item) && !closest(event.target, 'button, a, input, [data-check]')) open(item)
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
      // Also the one that is current by its place alone: it is followed from now on.
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
