import type { Item } from '../../../contract/features/documents.ts'
import { type Listing, positionsIn, rowTotal } from './listing.ts'

/** What is known of the rows of one folder. */
export interface BranchSource {
  /** Undefined while nothing of it has come. */
  readonly listing: Listing | undefined
  readonly hasMore: boolean
  /** What comes next could not be had, and is not asked for again by itself. */
  readonly hasFailed: boolean
}

/** A row of the list, whether what stands in it is known or not. */
export interface TreeRow {
  /** `failed` stands for all rows of a folder that could not be had. */
  readonly kind: 'item' | 'unknown' | 'failed'
  readonly item: Item | undefined
  /** The folder in which it stands. */
  readonly folder: number
  /** 1 for the items of the listed folder. */
  readonly level: number
  /** Among the rows of its folder, from 1. */
  readonly position: number
  /** Rows of its folder; -1 while nobody knows. */
  readonly setSize: number
  readonly isExpanded: boolean
}

/** All rows of a list whose folders open in place. Looking one up costs steps of the depth, not of the length. */
export interface TreeRows {
  readonly total: number
  /** Expanded folders in sight or not, whose items are wanted: the listed one is not among them. */
  readonly expanded: readonly number[]
  rowAt(index: number): TreeRow | undefined
  /** The row of a loaded item, or -1. */
  indexOf(id: number): number
  itemOf(id: number): Item | undefined
  /** Whether an item may still be there: it is, or its folder is not loaded to the end. */
  mayHold(item: Item): boolean
  /** The folders from a folder outwards, itself included, the listed one left out. */
  wayOf(folder: number): readonly number[]
}

/** A folder with its rows, and those of the folders that are expanded in it. */
interface Branch {
  readonly folder: number
  readonly above: Branch | undefined
  readonly level: number
  readonly items: readonly Item[]
  readonly source: BranchSource
  /** Without those of the folders in it. */
  readonly own: number
  readonly total: number
  readonly inner: readonly Inner[]
}

interface Inner {
  readonly branch: Branch
  /** The place of its folder among the rows of the outer one. */
  readonly position: number
  /** Its first row, and the one behind its last, from the first row of the outer one. */
  readonly start: number
  readonly end: number
}

const UNKNOWN: BranchSource = { listing: undefined, hasMore: true, hasFailed: false }

interface Given {
  /** The listed folder. */
  readonly folder: number
  readonly root: BranchSource
  readonly expanded: readonly number[]
  readonly sourceOf: (folder: number) => BranchSource | undefined
}

/** Lays the rows of a folder and of the folders expanded in it one under the other. */
export function layRows({ folder, root, expanded, sourceOf }: Given): TreeRows {
  const branches = new Map<number, Branch>()

  const grow = (id: number, source: BranchSource, above: Branch | undefined, expected: number): Branch => {
    const items = source.listing?.items ?? []
    const inner: Inner[] = []
    const branch = { folder: id, above, level: (above?.level ?? 0) + 1, items, source, inner, own: ownRows(source, expected), total: 0 }
    branches.set(id, branch)
    let added = 0
    for (const position of expandedIn(items, expanded)) {
      const item = items[position]
      if (!item) continue
      const grown = grow(item.id, sourceOf(item.id) ?? UNKNOWN, branch, item.itemCount)
      const start = position + 1 + added
      inner.push({ branch: grown, position, start, end: start + grown.total })
      added += grown.total
    }
    branch.total = branch.own + added
    return branch
  }
  const top = grow(folder, { ...root, hasFailed: false }, undefined, 0)

  const itemOf = (id: number): Item | undefined => {
    for (const { items } of branches.values()) {
      const position = positionsIn(items).get(id)
      if (position !== undefined) return items[position]
    }
    return undefined
  }
  return {
    total: top.total,
    expanded: [...branches.keys()].slice(1),
    rowAt: (index) => rowIn(top, index, branches),
    itemOf,
    indexOf(id) {
      for (const branch of branches.values()) {
        const position = positionsIn(branch.items).get(id)
        if (position !== undefined) return indexIn(branch, position)
      }
      return -1
    },
    mayHold({ id, parent }) {
      const branch = branches.get(parent)
      if (!branch) return itemOf(id) !== undefined
      return branch.source.hasMore || !branch.source.listing || positionsIn(branch.items).has(id)
    },
    wayOf(id) {
      const way: number[] = []
      for (let at: number | undefined = id; at !== undefined && at !== folder; at = itemOf(at)?.parent) way.push(at)
      return way
    },
  }
}

/** The rows of a folder itself. While nothing of it has come there is one for each item that is expected. */
function ownRows({ listing, hasMore, hasFailed }: BranchSource, expected: number): number {
  if (hasFailed) return (listing?.items.length ?? 0) + 1
  return listing ? rowTotal(listing, hasMore) : expected
}

/** The places of the expanded folders in a list, in its order. */
function expandedIn(items: readonly Item[], expanded: readonly number[]): readonly number[] {
  if (expanded.length === 0) return []
  const places = positionsIn(items)
  return expanded.flatMap((id) => places.get(id) ?? []).sort((one, other) => one - other)
}

/** How many of the inner folders, which stand in order, begin before; found by halving. */
function countBefore(inner: readonly Inner[], isBefore: (each: Inner) => boolean): number {
  let low = 0
  let high = inner.length
  while (low < high) {
    const middle = (low + high) >> 1
    const each = inner[middle]
    if (each && isBefore(each)) low = middle + 1
    else high = middle
  }
  return low
}

function rowIn(branch: Branch, index: number, branches: ReadonlyMap<number, Branch>): TreeRow | undefined {
  if (index < 0 || index >= branch.total) return undefined
  const last = branch.inner[countBefore(branch.inner, ({ start }) => start <= index) - 1]
  if (last && index < last.end) return rowIn(last.branch, index - last.start, branches)
  const position = last ? last.position + 1 + (index - last.end) : index
  const item = branch.items[position]
  const place = { folder: branch.folder, level: branch.level, position: position + 1, setSize: branch.source.hasFailed ? -1 : branch.own }
  if (item) return { ...place, kind: 'item', item, isExpanded: branches.has(item.id) }
  return { ...place, kind: branch.source.hasFailed ? 'failed' : 'unknown', item: undefined, isExpanded: false }
}

/** The index in the whole list of a place in one of its folders. */
function indexIn(branch: Branch, position: number): number {
  const last = branch.inner[countBefore(branch.inner, (each) => each.position < position) - 1]
  const within = last ? last.end + (position - last.position - 1) : position
  const { above } = branch
  const own = above?.inner.find((each) => each.branch === branch)
  return above && own ? indexIn(above, own.position) + 1 + within : within
}
