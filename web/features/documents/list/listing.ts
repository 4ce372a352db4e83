import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideOut } from '../../../../contract/core/operation.ts'
import type { Item, list } from '../../../../contract/features/documents.ts'
import type { Answered } from '../../../lib/api/api.ts'
import { isFolder } from '../file-kind.ts'

export type ItemsPage = Answered<Item[], BesideOut<typeof list>>

export interface Loaded {
  readonly page: ItemsPage
  readonly at: number
}

export type FolderStep = ItemsPage['beside']['folderPath'][number]

export interface Listing {
  readonly total: number
  readonly items: readonly Item[]
  readonly isWhole: boolean
  /** Returns true if no automatic retry follows. */
  hasFailedAt(position: number): boolean
  readonly folderPath: readonly FolderStep[]
  readonly counts: ItemsPage['beside']['counts']
  readonly expected: ItemsPage['beside']['expected']
  itemAt(position: number): Item | undefined
  hasLost(id: number): boolean
  positionOf(id: number): number
  windowAt(position: number): number
  startOf(window: number): number
}

/** Windows have the first one's length, or more for `LIMITS.outlineMax`. */
export function divisionOf({ payload, nextCursor, beside: { counts } }: ItemsPage) {
  const behind =
    nextCursor === undefined
      ? 0
      : Math.max(1, (counts?.folders ?? 0) + (counts?.files ?? 0) - payload.length)
  const step = Math.max(payload.length, Math.ceil(behind / LIMITS.outlineMax))
  const last = Math.ceil(behind / step)
  return {
    step,
    last,
    windowAt: (position: number) =>
      position < payload.length
        ? 0
        : Math.min(last, 1 + Math.floor((position - payload.length) / step)),
    lengthOf(window: number): number {
      if (window === 0) return payload.length
      return window < last ? step : behind - (last - 1) * step
    },
  }
}

export interface Bounds {
  readonly cursor?: string
  readonly until?: string
}

/** Returns undefined past the end. The last window has no `until`. */
export function boundsOf(
  first: ItemsPage,
  outline: readonly string[],
  from: number,
  to: number,
): Bounds | undefined {
  const ends = [first.nextCursor, ...outline]
  const cursor = ends[from - 1]
  if (from > 0 && cursor === undefined) return undefined
  const until = to < divisionOf(first).last ? ends[to] : undefined
  return { ...(cursor === undefined ? {} : { cursor }), ...(until === undefined ? {} : { until }) }
}

const NONE: ReadonlySet<number> = new Set()

interface Laid {
  readonly start: number
  readonly length: number
  readonly items: readonly Item[] | undefined
}

/** Older windows may hold moved items, so newer ones win. */
export function layListing(
  first: Loaded,
  others: ReadonlyMap<number, Loaded>,
  failed: ReadonlySet<number> = NONE,
  lost: ReadonlySet<number> = NONE,
): Listing {
  const { counts, expected, folderPath } = first.page.beside
  const { last, lengthOf } = divisionOf(first.page)
  const loaded = new Map([[0, first] as const, ...others].filter(([window]) => window <= last))
  const shown = withoutRepeats(loaded)
  const windows: Laid[] = []
  const positions = new Map<number, number>()
  let total = 0
  for (let window = 0; window <= last; window++) {
    const items = shown.get(window)
    const isCurrent = (loaded.get(window)?.at ?? -1) >= first.at
    const length =
      items && isCurrent ? items.length : Math.max(lengthOf(window), items?.length ?? 0)
    const start = total
    items?.forEach(({ id }, index) => {
      positions.set(id, start + index)
    })
    windows.push({ start, length, items })
    total += length
  }
  const windowAt = (position: number) => lastAt(windows, position)
  return {
    total,
    items: windows.flatMap(({ items }) => items ?? []),
    isWhole: windows.every(({ items, length }) => (items?.length ?? 0) === length),
    folderPath,
    counts,
    expected,
    itemAt(position) {
      const window = windows[windowAt(position)]
      return window?.items?.[position - window.start]
    },
    hasFailedAt: (position) => failed.has(windowAt(position)),
    hasLost: (id) => lost.has(id) && !positions.has(id),
    positionOf: (id) => positions.get(id) ?? -1,
    windowAt,
    startOf: (window) => windows[window]?.start ?? total,
  }
}

/** Returns items vanished between now adjacent ones. Others may be in unloaded windows. */
export function lostBetween(before: Listing, now: Listing): readonly number[] {
  const lost: number[] = []
  let missing: number[] = []
  let kept: number | undefined
  let place = -1
  for (const { id } of before.items) {
    if (before.positionOf(id) !== place + 1) [missing, kept] = [[], undefined]
    place = before.positionOf(id)
    const at = now.positionOf(id)
    if (at < 0) {
      missing.push(id)
      continue
    }
    if (at === 0 || (kept !== undefined && at === now.positionOf(kept) + 1)) lost.push(...missing)
    ;[missing, kept] = [[], id]
  }
  return lost
}

function withoutRepeats(loaded: ReadonlyMap<number, Loaded>): ReadonlyMap<number, readonly Item[]> {
  const seen = new Set<number>()
  const newestFirst = [...loaded].sort(([, one], [, other]) => other.at - one.at)
  return new Map(
    newestFirst.map(([window, { page }]) => {
      const items = page.payload.filter(({ id }) => !seen.has(id))
      for (const { id } of items) seen.add(id)
      return [window, items] as const
    }),
  )
}

function lastAt(windows: readonly Laid[], position: number): number {
  let low = 0
  let high = windows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((windows[middle]?.start ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

export interface Subfolders {
  readonly folders: readonly Item[]
  readonly total: number
  readonly items: number
}

export function subfoldersOf(windows: readonly ItemsPage[]): Subfolders {
  const items = windows.flatMap(({ payload }) => payload)
  const [first] = windows
  const counts = first?.beside.counts
  const folders = items.filter((item) => isFolder(item))
  const isNumbered = items.some(({ index }) => index !== undefined)
  const hasAll = isNumbered
    ? folders.length >= (counts?.folders ?? 0)
    : folders.length < items.length
  const isWhole = hasAll || (first !== undefined && windows.length > divisionOf(first).last)
  return {
    folders,
    total: isWhole ? folders.length : Math.max(counts?.folders ?? 0, folders.length),
    items: counts ? counts.folders + counts.files : items.length,
  }
}

export function knownPath(
  folder: number,
  pages: readonly ItemsPage[],
): readonly FolderStep[] | undefined {
  if (folder === 0) return []
  for (const { payload, beside } of pages) {
    const depth = beside.folderPath.findIndex(({ id }) => id === folder)
    if (depth >= 0) return beside.folderPath.slice(0, depth + 1)
    const item = payload.find(({ id }) => id === folder)
    if (item)
      return [...beside.folderPath, { id: item.id, parent: item.parent, folderName: item.name }]
  }
  return undefined
}
