import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { TreeRow, TreeRows } from '../tree/tree-rows.ts'

export interface DropGap {
  /** The items are in the order of the list. */
  readonly items: readonly Item[]
  /** Null means the end. */
  readonly before: number | null
  readonly index: number
  readonly level: number
}

/** This part of a folder's height, at each edge, counts as the gap beside it. */
const EDGE = 0.25

/**
 * Returns the index of the gap under the pointer.
 * @param at from 0 at the top of the row to 1
 * @param isEntered whether the folder of that row accepts the dragged items
 */
export function gapUnder(index: number, at: number, isEntered: boolean): number | undefined {
  const edge = isEntered ? EDGE : 0.5
  if (at < edge) return index
  return at >= 1 - edge ? index + 1 : undefined
}

/** @returns undefined if the items cannot be placed there, or are there already */
export function findGap(rows: TreeRows, items: readonly Item[], index: number): DropGap | undefined {
  const parent = items[0]?.parent ?? 0
  const isOfOneFolder = items.every((item) => item.parent === parent && item.index !== undefined)
  const listing = rows.listingOf(parent)
  if (!listing || !isOfOneFolder || items.length > LIMITS.itemsPerOrder) return undefined
  const slot = slotAt(rows, parent, index)
  const places = items.map(({ id }) => listing.positionOf(id) + 1)
  if (!slot || isAmong(places, slot.position)) return undefined
  const moved = new Set(items.map(({ id }) => id))
  let next = slot.position
  for (let item = listing.itemAt(next - 1); item && moved.has(item.id); item = listing.itemAt(next - 1)) next += 1
  // An item that is not loaded has no known id, so nothing can be placed before it.
  const before = next > listing.total ? null : listing.itemAt(next - 1)?.id
  if (before === undefined) return undefined
  const sorted = places.includes(0) ? items : items.toSorted((one, other) => listing.positionOf(one.id) - listing.positionOf(other.id))
  return { items: sorted, before, index, level: slot.level }
}

interface Slot {
  /** The position is that of the row after the gap, from 1. */
  readonly position: number
  readonly level: number
}

/** A gap after the last row of an open folder is also the gap after that folder. */
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
