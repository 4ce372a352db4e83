import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import type { ListingQuery } from './items-query.ts'
import { NOTHING, outermost, refreshed, type Selection, selectAll, selectOnly, selectRange, toggle } from './selection.ts'
import type { TreeRows } from './tree-rows.ts'

export type TableSelection = ReturnType<typeof useSelection>

/** What is selected in the list of a folder; another folder begins with nothing. */
export function useSelection(folder: number, rows: TreeRows, query: ListingQuery) {
  const [stored, setStored] = useState({ folder, selection: NOTHING })
  const before = stored.folder === folder ? stored.selection : NOTHING
  const selection = useMemo(() => refreshed(before, rows), [before, rows])
  const items = useMemo(() => [...selection.items.values()], [selection])
  const listed = query.data?.items
  const change = (next: Selection) => setStored({ folder, selection: next })
  const all = useAll(query, (loaded) => change(selectAll(selection, loaded)))

  return {
    items,
    /** Without what lies in selected folders: what is done is done to these. */
    outermost: useMemo(() => outermost(items, rows.wayOf), [items, rows]),
    has: (id: number) => selection.items.has(id),
    /** Whether all that is loaded of the listed folder is. */
    isWhole: useMemo(() => listed !== undefined && listed.length > 0 && holdsAll(selection, listed), [selection, listed]),
    only: (item: Item) => change(selectOnly(item)),
    toggle: (item: Item) => change(toggle(selection, item)),
    /** Selects to a row from where the last range began; from `from` where nothing did, or where that row is not selected. */
    extend(to: number, from?: number, isAdded = false) {
      const current = from === undefined ? undefined : rows.rowAt(from)?.item
      const base = from === undefined || (current && selection.items.has(current.id)) ? selection : NOTHING
      const start = base.anchor === undefined ? -1 : rows.indexOf(base.anchor)
      change(selectRange(base, itemsBetween(rows, start < 0 ? (from ?? to) : start, to), isAdded))
    },
    /** Selects all of the listed folder, once it is loaded. */
    all: all.want,
    isLoadingAll: all.isWanted,
    clear() {
      all.stop()
      if (items.length > 0) change(NOTHING)
    },
  }
}

function holdsAll({ items }: Selection, listed: readonly Item[]): boolean {
  return items.size >= listed.length && listed.every(({ id }) => items.has(id))
}

/** The loaded items from one row to another, the first row first. */
function itemsBetween(rows: TreeRows, start: number, end: number): readonly Item[] {
  const step = start <= end ? 1 : -1
  const count = Math.abs(end - start) + 1
  return Array.from({ length: count }, (_, offset) => rows.rowAt(start + offset * step)?.item).filter((item) => item !== undefined)
}

/** Waits for the rest of a folder, which is loaded meanwhile, and then takes all of it. */
function useAll({ data, hasNextPage }: ListingQuery, take: (items: readonly Item[]) => void) {
  const [isWanted, setWanted] = useState(false)
  const isDue = isWanted && !hasNextPage
  const takeAll = useEffectEvent(() => {
    take(data?.items ?? [])
    setWanted(false)
  })
  useEffect(() => {
    if (isDue) takeAll()
  }, [isDue])
  return { isWanted: isWanted && hasNextPage, want: () => setWanted(true), stop: () => setWanted(false) }
}
