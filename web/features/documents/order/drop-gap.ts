import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { TreeRow, TreeRows } from '../tree/tree-rows.ts'

export interface DropGap {
  readonly items: readonly Item[]
  /** Null means the end. */
  readonly before: number | null
  readonly index: number
  readonly level: number
}

/** This share of a folder's edge counts as its gap. */
const EDGE = 0.25

/** @param at from 0 at the row's top to 1 @param isEntered whether the row's folder accepts the items */
export function gapUnder(index: number, at: number, isEntered: boolean): number | undefined {
  const edge = isEntered ? EDGE : 0.5
  if (at < edge) return index
  return at >= 1 - edge ? index + 1 : undefined
}

/** @returns undefined if the items cannot go there or already are */
export function findGap(
  rows: TreeRows,
  items: readonly Item[],
  index: number,
): DropGap | undefined {
  const parent = items[0]?.parent ?? 0
  const isOfOneFolder = items.every((item) => item.parent === parent && item.index !== undefined)
  const listing = rows.listingOf(parent)
  if (!listing || !isOfOneFolder || items.length > LIMITS.itemsPerOrder) return undefined
  const slot = slotAt(rows, parent, index)
  const places = items.map(({ id }) => listing.positionOf(id) + 1)
  if (!slot || isAmong(places, slot.position)) return undefined
  const moved = new Set(items.map(({ id }) => id))
  let next = slot.position
  for (
    let item = listing.itemAt(next - 1);
    item && moved.has(item.id);
    item = listing.itemAt(next - 1)
  )
    next += 1
  const before = next > listing.total ? null : listing.itemAt(next - 1)?.id
  if (before === undefined) return undefined
  const sorted = places.includes(0)
    ? items
    : items.toSorted((one, other) => listing.positionOf(one.id) - listing.positionOf(other.id))
  return { items: sorted, before, index, level: slot.level }
}

interface Slot {
  /** The position counts from 1. */
  readonly position: number
  readonly level: number
}

function slotAt(rows: TreeRows, parent: number, index: number): Slot | undefined {
  const below = rows.rowAt(index)
  if (below?.folder === parent) return below
  let above: TreeRow | undefined = rows.rowAt(index - 1)
  if (above?.item && below?.folder === above.item.id) return undefined
  while (above && above.folder !== parent) {
    above = above.position === above.setSize ? rows.rowAt(rows.indexOf(above.folder)) : undefined
  }
  return above && { position: above.position + 1, level: above.level }
}

function isAmong(places: readonly number[], position: number): boolean {
  const first = Math.min(...places)
  const last = Math.max(...places)
  return last - first + 1 === places.length && position >= first && position <= last + 1
}
