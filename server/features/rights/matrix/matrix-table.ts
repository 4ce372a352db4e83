import { LEVEL } from '../../../../contract/features/groups/levels.ts'
import { cellKey, type Grants } from '../cells.ts'
import type { MatrixItem } from '../grants.read.ts'

export interface MatrixRow {
  readonly id: number
  /** The root's path is empty. */
  readonly path: readonly string[]
  readonly ancestors: readonly number[]
}

/** Sorts depth first, folders first, without orphans. */
export function inTreeOrder(items: readonly MatrixItem[]): MatrixRow[] {
  const children = new Map<number, MatrixItem[]>()
  for (const item of items) {
    const parent = item.ancestors.at(-1) ?? 0
    const known = children.get(parent)
    if (known) known.push(item)
    else children.set(parent, [item])
  }
  const rows: MatrixRow[] = []
  const walk = (parent: number, path: readonly string[]): void => {
    for (const item of (children.get(parent) ?? []).toSorted(byPlace)) {
      const own = [...path, item.name]
      rows.push({ id: item.id, path: own, ancestors: item.ancestors })
      walk(item.id, own)
    }
  }
  walk(0, [])
  return [{ id: 0, path: [], ancestors: [] }, ...rows]
}

const byPlace = (one: MatrixItem, other: MatrixItem): number =>
  Number(other.folder) - Number(one.folder) ||
  (one.name_key < other.name_key ? -1 : one.name_key > other.name_key ? 1 : one.id - other.id)

export function levelAt(
  grants: Grants,
  groupId: number,
  { id, ancestors }: MatrixRow,
  at: Date,
): number {
  for (const itemId of [id, ...ancestors.toReversed(), 0]) {
    const grant = grants.get(cellKey(groupId, itemId))
    if (!grant) continue
    const hasEnded = grant.ends_at !== null && grant.ends_at <= at
    if (hasEnded && grant.inherits_after) continue
    return hasEnded || (grant.starts_at !== null && grant.starts_at > at) ? LEVEL.none : grant.level
  }
  return LEVEL.none
}
