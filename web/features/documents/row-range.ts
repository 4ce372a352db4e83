import type { Item } from '../../../contract/features/documents.ts'
import type { TreeRows } from './tree-rows.ts'

/** Places of a folder, the last one included. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** Items of a folder that follow each other, from a place on. */
export interface Run {
  readonly start: number
  readonly items: readonly Item[]
}

/** The rows from one to another, the first one first. */
function indicesBetween(start: number, end: number): readonly number[] {
  const step = start <= end ? 1 : -1
  return Array.from({ length: Math.abs(end - start) + 1 }, (_, offset) => start + offset * step)
}

/** What has yet to be loaded of the rows from one to another: one span for each folder. */
export function gapsBetween(rows: TreeRows, start: number, end: number): ReadonlyMap<number, Span> {
  const gaps = new Map<number, Span>()
  for (const index of indicesBetween(start, end)) {
    const row = rows.rowAt(index)
    if (row?.kind !== 'unknown' && row?.kind !== 'missing') continue
    const place = row.position - 1
    const { first, last } = gaps.get(row.folder) ?? { first: place, last: place }
    gaps.set(row.folder, { first: Math.min(first, place), last: Math.max(last, place) })
  }
  return gaps
}

/** The items from one row to another, those of the runs included: no item twice. */
export function itemsBetween(rows: TreeRows, start: number, end: number, runs: ReadonlyMap<number, Run>): readonly Item[] {
  const items = indicesBetween(start, end).flatMap((index) => {
    const row = rows.rowAt(index)
    if (!row) return []
    const run = runs.get(row.folder)
    return row.item ?? run?.items[row.position - 1 - run.start] ?? []
  })
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
