import type { Item } from '../../../../contract/features/documents.ts'
import type { Listing } from '../list/listing.ts'

export interface BranchSource {
  readonly listing: Listing | undefined
  readonly hasFailed: boolean
}

export interface TreeRow {
  readonly kind: 'item' | 'unknown' | 'missing' | 'failed'
  readonly item: Item | undefined
  readonly folder: number
  readonly level: number
  /** Positions start at 1 per folder. */
  readonly position: number
  readonly setSize: number
  readonly isExpanded: boolean
}

/** Lookups take time by depth, not length. */
export interface TreeRows {
  readonly total: number
  readonly expanded: readonly number[]
  rowAt(index: number): TreeRow | undefined
  indexAt(folder: number, position: number): number
  windowsOf(indices: readonly number[]): ReadonlyMap<number, readonly number[]>
  listingOf(folder: number): Listing | undefined
  indexOf(id: number): number
  itemOf(id: number): Item | undefined
  mayHold(item: Item): boolean
  /** The order is innermost first. */
  pathOf(folder: number): readonly number[]
}

interface Branch {
  readonly folder: number
  readonly above: Branch | undefined
  readonly level: number
  readonly source: BranchSource
  readonly own: number
  readonly total: number
  readonly inner: readonly Inner[]
}

interface Inner {
  readonly branch: Branch
  readonly position: number
  /** `end` is exclusive. */
  readonly start: number
  readonly end: number
}

const UNKNOWN: BranchSource = { listing: undefined, hasFailed: false }

interface LayRowsInput {
  readonly folder: number
  readonly root: BranchSource
  readonly expanded: readonly number[]
  readonly sourceOf: (folder: number) => BranchSource | undefined
}

export function layRows({ folder, root, expanded, sourceOf }: LayRowsInput): TreeRows {
  const branches = new Map<number, Branch>()

  const grow = (
    id: number,
    source: BranchSource,
    above: Branch | undefined,
    expected: number,
  ): Branch => {
    const { listing } = source
    const inner: Inner[] = []
    const branch = {
      folder: id,
      above,
      level: (above?.level ?? 0) + 1,
      source,
      inner,
      own: ownRows(source, expected),
      total: 0,
    }
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
    pathOf(id) {
      const path: number[] = []
      for (
        let at: number | undefined = id;
        at !== undefined && at !== folder;
        at = itemOf(at)?.parent
      )
        path.push(at)
      return path
    },
  }
}

function ownRows({ listing, hasFailed }: BranchSource, expected: number): number {
  if (listing) return listing.total
  return hasFailed ? 1 : expected
}

function expandedIn(listing: Listing | undefined, expanded: readonly number[]): readonly number[] {
  const places = expanded.map((id) => listing?.positionOf(id) ?? -1)
  return places.filter((position) => position >= 0).sort((one, other) => one - other)
}

function windowsOf(
  indices: readonly number[],
  top: Branch,
  branches: ReadonlyMap<number, Branch>,
): ReadonlyMap<number, readonly number[]> {
  const windows = new Map<number, Set<number>>()
  const add = ({ folder, source }: Branch, position: number) => {
    if (source.listing)
      windows.set(folder, (windows.get(folder) ?? new Set()).add(source.listing.windowAt(position)))
  }
  for (const index of indices) {
    const row = rowIn(top, index, branches)
    const branch = row && branches.get(row.folder)
    if (branch) add(branch, row.position - 1)
  }
  for (const branch of branches.values())
    for (const { position } of branch.inner) add(branch, position)
  return new Map(
    [...windows].map(([folder, set]) => [folder, [...set].sort((one, other) => one - other)]),
  )
}

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

function rowIn(
  branch: Branch,
  index: number,
  branches: ReadonlyMap<number, Branch>,
): TreeRow | undefined {
  if (index < 0 || index >= branch.total) return undefined
  const last = branch.inner[countBefore(branch.inner, ({ start }) => start <= index) - 1]
  if (last && index < last.end) return rowIn(last.branch, index - last.start, branches)
  const position = last ? last.position + 1 + (index - last.end) : index
  const { listing, hasFailed } = branch.source
  const item = listing?.itemAt(position)
  const isFailed = hasFailed && !listing
  const place = {
    folder: branch.folder,
    level: branch.level,
    position: position + 1,
    setSize: isFailed ? -1 : branch.own,
  }
  if (item) return { ...place, kind: 'item', item, isExpanded: branches.has(item.id) }
  const kind = listing?.hasFailedAt(position) ? 'missing' : 'unknown'
  return { ...place, kind: isFailed ? 'failed' : kind, item: undefined, isExpanded: false }
}

function indexIn(branch: Branch, position: number): number {
  const last = branch.inner[countBefore(branch.inner, (each) => each.position < position) - 1]
  const within = last ? last.end + (position - last.position - 1) : position
  const { above } = branch
  const own = above?.inner.find((each) => each.branch === branch)
  return above && own ? indexIn(above, own.position) + 1 + within : within
}
