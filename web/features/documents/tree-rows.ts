import type { Item } from '../../../contract/features/documents.ts'
import type { Listing } from './listing.ts'

/** What is known of the rows of one folder. */
export interface BranchSource {
  /** Undefined while nothing of it has come. */
  readonly listing: Listing | undefined
  /** Nothing of it could be had, and it is not asked for again by itself. */
  readonly hasFailed: boolean
}

/** A row of the list, whether what stands in it is known or not. */
export interface TreeRow {
  /** `missing`: it could not be had; `failed` stands for all rows of a folder of which nothing could be had. */
  readonly kind: 'item' | 'unknown' | 'missing' | 'failed'
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
  /** The row of a place in a folder. */
  indexAt(folder: number, position: number): number
  /** The windows, by folder, in which these rows are, and those that hold the folders which are expanded. */
  windowsOf(indices: readonly number[]): ReadonlyMap<number, readonly number[]>
  listingOf(folder: number): Listing | undefined
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

const UNKNOWN: BranchSource = { listing: undefined, hasFailed: false }

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
    const { listing } = source
    const inner: Inner[] = []
    const branch = { folder: id, above, level: (above?.level ?? 0) + 1, source, inner, own: ownRows(source, expected), total: 0 }
    branches.set(id, branch)
    let added = 0
    for (const position of expandedIn(listing, expanded)) {
      const item = listing?.itemAt(position)
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
    for (const { source } of branches.values()) {
      const position = source.listing?.positionOf(id) ?? -1
      if (position >= 0) return source.listing?.itemAt(position)
    }
    return undefined
  }
  return {
    total: top.total,
    expanded: [...branches.keys()].slice(1),
    rowAt: (index) => rowIn(top, index, branches),
    indexAt(id, position) {
      const branch = branches.get(id)
      return branch ? indexIn(branch, position) : -1
    },
    windowsOf: (indices) => windowsOf(indices, top, branches),
    listingOf: (id) => branches.get(id)?.source.listing,
    itemOf,
    indexOf(id) {
      for (const branch of branches.values()) {
        const position = branch.source.listing?.positionOf(id) ?? -1
        if (position >= 0) return indexIn(branch, position)
      }
      return -1
    },
    mayHold({ id, parent }) {
      const branch = branches.get(parent)
      if (!branch) return itemOf(id) !== undefined
      const { listing } = branch.source
      if (!listing || listing.positionOf(id) >= 0) return true
      return !listing.isWhole && !listing.hasLost(id)
    },
    wayOf(id) {
      const way: number[] = []
      for (let at: number | undefined = id; at !== undefined && at !== folder; at = itemOf(at)?.parent) way.push(at)
      return way
    },
  }
}

/** The rows of a folder itself. While nothing of it has come there is one for each item that is expected. */
function ownRows({ listing, hasFailed }: BranchSource, expected: number): number {
  if (listing) return listing.total
  return hasFailed ? 1 : expected
}

/** The places of the expanded folders that are loaded, in the order of the list. */
function expandedIn(listing: Listing | undefined, expanded: readonly number[]): readonly number[] {
  const places = expanded.map((id) => listing?.positionOf(id) ?? -1)
  return places.filter((position) => position >= 0).sort((one, other) => one - other)
}

function windowsOf(indices: readonly number[], top: Branch, branches: ReadonlyMap<number, Branch>): ReadonlyMap<number, readonly number[]> {
  const windows = new Map<number, Set<number>>()
  const add = ({ folder, source }: Branch, position: number) => {
    if (source.listing) windows.set(folder, (windows.get(folder) ?? new Set()).add(source.listing.windowAt(position)))
  }
  for (const index of indices) {
    const row = rowIn(top, index, branches)
    const branch = row && branches.get(row.folder)
    if (branch) add(branch, row.position - 1)
  }
  for (const branch of branches.values()) for (const { position } of branch.inner) add(branch, position)
  return new Map([...windows].map(([folder, set]) => [folder, [...set].sort((one, other) => one - other)]))
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
  const { listing, hasFailed } = branch.source
  const item = listing?.itemAt(position)
  const isFailed = hasFailed && !listing
  const place = { folder: branch.folder, level: branch.level, position: position + 1, setSize: isFailed ? -1 : branch.own }
  if (item) return { ...place, kind: 'item', item, isExpanded: branches.has(item.id) }
  const kind = listing?.hasFailedAt(position) ? 'missing' : 'unknown'
  return { ...place, kind: isFailed ? 'failed' : kind, item: undefined, isExpanded: false }
}

/** The index in the whole list of a place in one of its folders. */
function indexIn(branch: Branch, position: number): number {
  const last = branch.inner[countBefore(branch.inner, (each) => each.position < position) - 1]
  const within = last ? last.end + (position - last.position - 1) : position
  const { above } = branch
  const own = above?.inner.find((each) => each.branch === branch)
  return above && own ? indexIn(above, own.position) + 1 + within : within
}
