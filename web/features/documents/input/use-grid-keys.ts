import type { KeyboardEvent } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { rowAfterKey } from '../../../lib/input/row-keys.ts'
import { actionOfKey } from '../actions/action-keys.ts'
import { isFolder } from '../file-kind.ts'
import { closest, indexOf, isCommand, isModified, isWriting, rowAt } from '../list/grid-targets.ts'
import type { ItemsGridProps } from '../list/items-grid-props.ts'
import type { GridRows } from '../list/use-grid-rows.ts'
import { useTypeahead } from './use-typeahead.ts'

const TYPEAHEAD_ROWS = 5_000

interface GridMoves {
  readonly moveTo: (index: number) => void
  readonly open: (item: Item) => void
  readonly print: (item: Item) => void
}

/** Follows APG grid and treegrid patterns and file managers. */
export function useGridKeys(
  { table, actions, openId }: ItemsGridProps,
  grid: GridRows,
  { moveTo, open, print }: GridMoves,
) {
  const typeahead = useTypeahead()
  const { rows } = grid
  const { selection } = table

  const meant = (item: Item | undefined): readonly Item[] => {
    if (selection.items.length > 0) return selection.outermost
    return item ? [item] : []
  }

  const turn = (key: string, at: number): boolean => {
    const row = rows.rowAt(at)
    if (!row || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false
    const { item, isExpanded, folder } = row
    if (key === 'ArrowLeft') {
      if (item && isExpanded) table.setOpen(item.id, false)
      else if (row.level > 1) moveTo(rows.indexOf(folder))
    } else if (item && isFolder(item) && item.itemCount > 0) {
      if (!isExpanded) table.setOpen(item.id, true)
      else if (rows.rowAt(at + 1)?.folder === item.id) moveTo(at + 1)
    }
    return true
  }

  const select = (event: KeyboardEvent, at: number, item: Item | undefined): boolean => {
    if (event.key === 'Escape') {
      const isAny = selection.items.length > 0 || selection.loading !== undefined
      selection.clear()
      return isAny
    }
    if (isCommand(event) && event.key.toLowerCase() === 'a') {
      selection.all()
      return true
    }
    if (event.key === ' ' && item && !closest(event.target, 'button')) {
      if (event.shiftKey) selection.extend(at)
      else selection.toggle(item)
      return true
    }
    const to =
      event.shiftKey && !isCommand(event)
        ? rowAfterKey(event.key, { at, total: rows.total, page: grid.page })
        : undefined
    if (to === undefined) return false
    selection.extend(to, at)
    moveTo(to)
    return true
  }

  const find = (event: KeyboardEvent, at: number): number | undefined => {
    const names = () =>
      Array.from(
        { length: Math.min(rows.total, TYPEAHEAD_ROWS) },
        (_, step) => rows.rowAt((at + step) % rows.total)?.item?.name ?? '',
      )
    const found = typeahead(event, names, 0)
    return found === undefined ? undefined : (at + found) % rows.total
  }

  return (event: KeyboardEvent): boolean => {
    const row = rowAt(event.target)
    if (!row || isWriting(event.target)) return false
    const at = indexOf(row)
    const shown = rows.rowAt(at)
    if (table.selects && select(event, at, shown?.item)) return true
    if (actions?.onKey(event, meant(shown?.item), shown?.folder ?? table.folder)) return true
    if (
      !actions &&
      openId === undefined &&
      shown?.item &&
      actionOfKey(event.nativeEvent) === 'print'
    ) {
      print(shown.item)
      return true
    }
    if (isModified(event)) return false
    if (actions && turn(event.key, at)) return true
    const next =
      rowAfterKey(event.key, { at, total: rows.total, page: grid.page }) ?? find(event, at)
    if (next !== undefined) moveTo(next)
    else if (event.key === 'Enter' && shown?.item && !closest(event.target, 'button'))
      open(shown.item)
    else if (event.key === 'Enter' && (shown?.kind === 'failed' || shown?.kind === 'missing'))
      table.queryOf(shown.folder)?.retry()
    else return false
    return true
  }
}
