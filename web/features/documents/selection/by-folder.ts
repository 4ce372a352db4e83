import type { Item } from '../../../../contract/features/documents.ts'

export interface SelectedFolder {
  readonly id: number
  readonly path: readonly string[]
  readonly items: readonly Item[]
}

export function byFolder(items: readonly Item[]): readonly SelectedFolder[] {
  const folders = new Map<number, Item[]>()
  for (const item of items) folders.set(item.parent, [...(folders.get(item.parent) ?? []), item])
  return [...folders]
    .map(([id, inside]) => ({
      id,
      path: id === 0 ? [] : (inside[0]?.path.split('/').slice(0, -1) ?? []),
      items: inside,
    }))
    .sort((one, other) =>
      one.path.join('/').localeCompare(other.path.join('/'), undefined, { numeric: true }),
    )
}
