import { useState } from 'react'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import { NOTHING, selectAll, selectOnly, selectRange, toggle } from '../selection/selection.ts'

export type TrashSelection = ReturnType<typeof useTrashSelection>

export function useTrashSelection(items: readonly TrashedItem[]) {
  const [selection, change] = useState(NOTHING)
  const selected = items.filter(({ id }) => selection.items.has(id))
  return {
    items: selected,
    isWhole: items.length > 0 && selected.length === items.length,
    has: (item: TrashedItem) => selection.items.has(item.id),
    only: (item: TrashedItem) => change(selectOnly(item)),
    toggle: (item: TrashedItem) => change(toggle(selection, item)),
    extend(to: number, from = to) {
      const anchor = items.findIndex(({ id }) => id === selection.anchor)
      const start = anchor < 0 ? from : anchor
      const range = items.slice(Math.min(start, to), Math.max(start, to) + 1)
      change(selectRange(selection, start <= to ? range : range.reverse()))
    },
    all: () => change(selectAll(selection, items)),
    clear: () => change(NOTHING),
  }
}
