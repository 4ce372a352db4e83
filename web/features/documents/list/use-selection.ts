import { useMemo, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import type { TreeRows } from '../tree/tree-rows.ts'
import type { Listed } from './items-query.ts'
import { gapsBetween, itemsBetween, type Run } from './row-range.ts'
import { NOTHING, outermost, refreshed, type Selection, selectAll, selectOnly, selectRange, toggle } from './selection.ts'
import { useRuns } from './use-runs.ts'

export type TableSelection = ReturnType<typeof useSelection>

const NO_RUNS: ReadonlyMap<number, Run> = new Map()

/** A change of folder clears the selection. */
export function useSelection(listed: Listed, rows: TreeRows) {
  const folder = listed.parent
  const [stored, setStored] = useState({ folder, selection: NOTHING })
  const before = stored.folder === folder ? stored.selection : NOTHING
  const selection = useMemo(() => refreshed(before, rows), [before, rows])
  const items = useMemo(() => [...selection.items.values()], [selection])
  const listing = rows.listingOf(folder)
  const runs = useRuns(listed)

  const change = (next: Selection) => {
    runs.stop()
    setStored({ folder, selection: next })
  }

  return {
    items,
    outermost: useMemo(() => outermost(items, rows.wayOf), [items, rows]),
    has: (id: number) => selection.items.has(id),
    isWhole: useMemo(() => holdsAll(items, folder, listing?.total ?? 0), [items, folder, listing]),
    only: (item: Item) => change(selectOnly(item)),
    toggle: (item: Item) => change(toggle(selection, item)),
    /** Starts at the last anchor, or at `from` if that row is not selected. */
    extend(to: number, from?: number, isAdded = false) {
      const current = from === undefined ? undefined : rows.rowAt(from)?.item
      const base = from === undefined || (current && selection.items.has(current.id)) ? selection : NOTHING
      const { anchor } = base
      const anchorAt = anchor === undefined ? (from ?? to) : rows.indexOf(anchor)
      const take = (start: number, loaded: ReadonlyMap<number, Run>) =>
        change(selectRange(base, itemsBetween(rows, start, to, loaded), isAdded))
      if (anchorAt >= 0 && gapsBetween(rows, anchorAt, to).size === 0) return take(anchorAt, NO_RUNS)
      void runs.select('range', async ({ rowOf, load }) => {
        const found = anchorAt < 0 && anchor !== undefined ? await rowOf(rows, anchor) : anchorAt
        const start = found ?? from ?? to
        take(start, await load(rows, gapsBetween(rows, start, to)))
      })
    },
    all() {
      if (!listing) return
      const { items: loaded, isWhole, total } = listing
      if (isWhole) return change(selectAll(selection, loaded))
      void runs.select('all', async ({ load }) => {
        const found = await load(rows, new Map([[folder, { first: 0, last: total - 1 }]]))
        change(selectAll(selection, found.get(folder)?.items ?? []))
      })
    },
    loading: runs.progress,
    clear() {
      runs.stop()
      if (items.length > 0) change(NOTHING)
    },
  }
}

function holdsAll(items: readonly Item[], folder: number, total: number): boolean {
  return total > 0 && items.length >= total && items.filter(({ parent }) => parent === folder).length >= total
}
