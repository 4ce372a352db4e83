import type { Item } from '../../../../contract/features/documents.ts'
import { isFolder } from '../file-kind.ts'

/** Keeps selection order. Ranges start at `anchor`. */
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

export const selectRange = ({ items, anchor }: Selection, range: readonly Item[], isAdded = false): Selection => ({
  items: isAdded ? new Map([...items, ...byId(range)]) : byId(range),
  anchor: anchor ?? range[0]?.id,
})

/** The anchor stays. */
export const selectAll = (before: Selection, items: readonly Item[]): Selection => selectRange(before, items, true)

export function refreshed(selection: Selection, rows: { itemOf(id: number): Item | undefined; mayHold(item: Item): boolean }): Selection {
  const kept: [number, Item][] = []
  let isSame = true
  for (const [id, item] of selection.items) {
    const now = rows.itemOf(id)
    isSame &&= now === item
    if (now) kept.push([id, now])
    else if (rows.mayHold(item)) kept.push([id, item])
  }
  return isSame ? selection : { items: new Map(kept), anchor: selection.anchor }
}

/** An action on a folder covers its content. */
export function outermost(items: readonly Item[], wayOf: (folder: number) => readonly number[]): readonly Item[] {
  const folders = new Set(items.filter((item) => isFolder(item)).map(({ id }) => id))
  return folders.size === 0 ? items : items.filter(({ parent }) => !wayOf(parent).some((folder) => folders.has(folder)))
}
