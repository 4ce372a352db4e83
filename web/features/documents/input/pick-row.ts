import type { MouseEvent } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { closest, indexOf, isCommand, isWriting } from '../list/grid-targets.ts'
import type { ItemsGridProps } from '../list/items-grid-props.ts'

/** @returns whether the click was meant for the selection or the chevron, so that it opens nothing. */
export function pickRow(
  { table, actions }: ItemsGridProps,
  event: MouseEvent,
  item: Item,
  row: HTMLElement,
): boolean {
  const { selection } = table
  if (isWriting(event.target)) return true
  if (closest(event.target, '[data-chevron]')) {
    table.setOpen(item.id, row.ariaExpanded !== 'true')
    return true
  }
  const isBox = closest(event.target, '[data-check]') !== null
  if (!actions && !isBox) return false
  if (event.shiftKey) selection.extend(indexOf(row), undefined, isCommand(event))
  else if (isBox || isCommand(event)) selection.toggle(item)
  else if (closest(event.target, 'a')) return false
  else selection.only(item)
  if (!isBox) event.preventDefault()
  return true
}
