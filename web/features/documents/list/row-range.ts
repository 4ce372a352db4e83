import type { Item } from '../../../../contract/features/documents.ts'
import type { TreeRows } from '../tree/tree-rows.ts'

export interface RowSpan {
  readonly first: number
  readonly last: number
}

export interface ItemRun {
  readonly start: number
  readonly items: readonly Item[]
}

function indicesBetween(start: number, end: number): readonly number[] {
  const step = start <= end ? 1 : -1
  return Array.from({ length: Math.abs(end - start) + 1 }, (_, offset) => start + offset * step)
}

export function gapsBetween(
  rows: TreeRows,
  start: number,
  end: number,
): ReadonlyMap<number, RowSpan> {
  const gaps = new Map<number, RowSpan>()
  for (const index of indicesBetween(start, end)) {
    const row = rows.rowAt(index)
    if (row?.kind !== 'unknown' && row?.kind !== 'missing') continue
    const place = row.position - 1
    const { first, last } = gaps.get(row.folder) ?? { first: place, last: place }
    gaps.set(row.folder, { first: Math.min(first, place), last: Math.max(last, place) })
  }
  return gaps
}

export function itemsBetween(
  rows: TreeRows,
  start: number,
  end: number,
  runs: ReadonlyMap<number, ItemRun>,
): readonly Item[] {
  const items = indicesBetween(start, end).flatMap((index) => {
    const row = rows.rowAt(index)
    if (!row) return []
    const run = runs.get(row.folder)
    return row.item ?? run?.items[row.position - 1 - run.start] ?? []
  })
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
