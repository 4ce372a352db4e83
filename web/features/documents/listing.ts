import type { BesideOut } from '../../../contract/core/operation.ts'
import type { Item, list } from '../../../contract/features/documents.ts'
import type { Answered } from '../../lib/api.ts'
import { isFolder } from './file-kind.ts'

type Page = Answered<Item[], BesideOut<typeof list>>

/** The pages of a folder as far as they are loaded. */
export interface Pages {
  readonly pages: readonly Page[]
}

export type FolderStep = Page['beside']['folderPath'][number]

/** A folder: what is loaded of it, where it lies, how much it holds. */
export interface Listing {
  readonly items: readonly Item[]
  readonly folderPath: readonly FolderStep[]
  readonly counts: Page['beside']['counts']
}

export const itemsOf = ({ pages }: Pages): readonly Item[] => pages.flatMap(({ payload }) => payload)

export const folderPathOf = ({ pages }: Pages): readonly FolderStep[] => pages[0]?.beside.folderPath ?? []

export const listingOf = (data: Pages): Listing => ({
  items: itemsOf(data),
  folderPath: folderPathOf(data),
  counts: data.pages[0]?.beside.counts,
})

/** The subfolders that are loaded, and how many there are: more, as long as no page has come to the files behind them. */
export interface Subfolders {
  readonly folders: readonly Item[]
  readonly total: number
  /** Of folders and files. */
  readonly items: number
}

/** The folders among what is loaded of a folder. */
export function subfoldersOf(data: Pages): Subfolders {
  const { items, counts } = listingOf(data)
  const folders = items.filter((item) => isFolder(item))
  const isWhole = folders.length < items.length || data.pages.at(-1)?.nextCursor === undefined
  return {
    folders,
    total: isWhole ? folders.length : Math.max(counts?.folders ?? 0, folders.length + 1),
    items: counts ? counts.folders + counts.files : items.length,
  }
}

/** How many rows a list has, loaded or not: counts may be out of date, and end at a limit. */
export function rowTotal({ items, counts }: Listing, hasMore: boolean): number {
  if (!hasMore) return items.length
  return Math.max(counts ? counts.folders + counts.files : 0, items.length + 1)
}

const positions = new WeakMap<readonly Item[], ReadonlyMap<number, number>>()

/** Where each item of a list stands, by its id: made when it is first asked for, once for a list. */
export function positionsIn(items: readonly Item[]): ReadonlyMap<number, number> {
  const known = positions.get(items)
  if (known) return known
  const made = new Map(items.map(({ id }, position) => [id, position]))
  positions.set(items, made)
  return made
}

/** The way to a folder as other lists tell it: it stands on the way to one of them, or in one of them. */
export function knownPath(folder: number, listings: readonly Pages[]): readonly FolderStep[] | undefined {
  if (folder === 0) return []
  for (const { pages } of listings) {
    for (const { payload, beside } of pages) {
      const depth = beside.folderPath.findIndex(({ id }) => id === folder)
      if (depth >= 0) return beside.folderPath.slice(0, depth + 1)
      const item = payload.find(({ id }) => id === folder)
      if (item) return [...beside.folderPath, { id: item.id, parent: item.parent, folderName: item.name }]
    }
  }
  return undefined
}
