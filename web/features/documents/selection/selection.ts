import type { Item } from '../../../../contract/features/documents.ts'
import { isFolder } from '../file-kind.ts'

/** Ranges start at `anchor`. */
export interface Selection {
  readonly items: ReadonlyMap<number, Item>
  readonly anchor: number | undefined
}

export const NOTHING: Selection = { items: new Map(), anchor: undefined }

const byId = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]))

export const selectOnly = (item: Item): Selection => ({ items: byId([item]), anchor: item.id })

export function toggle({ items }: Selection, item: Item): Selection {
  const others = new Map(items)
  if (!others.delete(item.id)) others.set(item.id, item)
  return { items: others, anchor: item.id }
}

export const selectRange = (
  { items, anchor }: Selection,
  range: readonly Item[],
  isAdded = false,
): Selection => ({
  items: isAdded ? new Map([...items, ...byId(range)]) : byId(range),
  anchor: anchor ?? range[0]?.id,
})

export const selectAll = (before: Selection, items: readonly Item[]): Selection =>
  selectRange(before, items, true)

export const without = ({ items, anchor }: Selection, ids: ReadonlySet<number>): Selection => ({
  items: new Map([...items].filter(([id]) => !ids.has(id))),
  anchor,
})

/** @param nowOf returns the present item, or undefined if it leaves */
export function refreshed(
  selection: Selection,
  nowOf: (item: Item) => Item | undefined,
): Selection {
  const kept: [number, Item][] = []
  let isSame = true
  for (const [id, item] of selection.items) {
    const now = nowOf(item)
    isSame &&= now === item
    if (now) kept.push([id, now])
  }
  return isSame ? selection : { items: new Map(kept), anchor: selection.anchor }
}

/** A folder's action covers its contents. */
export function outermost(
  items: readonly Item[],
  pathOf: (folder: number) => readonly number[],
): readonly Item[] {
  const folders = items.filter((item) => isFolder(item))
  if (folders.length === 0) return items
  const ids = new Set(folders.map(({ id }) => id))
  const paths = new Set(folders.map(({ path }) => path))
  const isInside = ({ parent, path }: Item) =>
    pathOf(parent).some((folder) => ids.has(folder)) ||
    pathsAbove(path).some((above) => paths.has(above))
  return items.filter((item) => !isInside(item))
}

function pathsAbove(path: string): readonly string[] {
  const names = path.split('/')
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('/'))
}
