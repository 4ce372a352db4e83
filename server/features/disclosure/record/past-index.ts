import { LEVEL } from '../../../../contract/features/groups/levels.ts'
import type { PastRights } from '../../rights/index.ts'
import type { PastItem } from './past-index.read.ts'

/** `undefined` means no numbers. */
export type PastCounting = 'fixed' | 'all' | 'visible' | undefined

export interface SeenItem {
  readonly id: number
  readonly parentId: number
  readonly isFolder: boolean
  readonly name: string
  readonly location: readonly string[]
  readonly depth: number
  readonly number: string | undefined
  readonly level: number
  readonly versionId: number | null
}

interface PastIndexPosition {
  readonly depth: number
  readonly ancestors: readonly number[]
  readonly location: readonly string[]
  readonly number: string | undefined
}

export interface SeenItems {
  readonly items: readonly SeenItem[]
  /** Their former folder is destroyed, so visibility is unknown. */
  readonly unplaced: number
}

/** Returns published items the group saw, with folders, in order. */
export function seenItems(
  items: readonly PastItem[],
  rights: Pick<PastRights, 'levelOf'>,
  counting: PastCounting,
): SeenItems {
  const children = childrenOf(items)
  const found: SeenItem[] = []
  const walk = (parent: number, place: PastIndexPosition): boolean => {
    let seen = 0
    for (const [at, item] of (children.get(parent) ?? []).entries()) {
      if (item.is_staged) continue
      const count =
        counting === 'fixed' ? (item.number ?? undefined) : counting === 'all' ? at + 1 : seen + 1
      const own = ownPlace(item, place, counting && count)
      const start = found.length
      const level = rights.levelOf({ id: item.id, ancestors: place.ancestors })
      found.push({ ...presented(item, place, own.number), level })
      const hasSeenBelow = item.folder && walk(item.id, own)
      if (level === LEVEL.none && !hasSeenBelow) found.length = start
      else seen += 1
    }
    return seen > 0
  }
  walk(0, { depth: 0, ancestors: [], location: [], number: counting && '' })
  return { items: found, unplaced: countUnplaced(items) }
}

function countUnplaced(items: readonly PastItem[]): number {
  const byId = new Map(items.map((item) => [item.id, item]))
  const lost = new Map<number, boolean>([[0, false]])
  const isLost = (id: number): boolean => {
    const item = byId.get(id)
    const known = lost.get(id) ?? (item ? !item.is_deleted && isLost(item.parent_id) : true)
    lost.set(id, known)
    return known
  }
  return items.filter(
    ({ folder, is_deleted, is_staged, parent_id }) =>
      !folder && !is_deleted && !is_staged && isLost(parent_id),
  ).length
}

function childrenOf(items: readonly PastItem[]): ReadonlyMap<number, PastItem[]> {
  const children = new Map<number, PastItem[]>()
  for (const item of items) {
    if (item.is_deleted) continue
    const known = children.get(item.parent_id)
    if (known) known.push(item)
    else children.set(item.parent_id, [item])
  }
  return children
}

const ownPlace = (
  { id, name }: PastItem,
  { depth, ancestors, location, number }: PastIndexPosition,
  count: number | undefined,
): PastIndexPosition => ({
  depth: depth + 1,
  ancestors: [...ancestors, id],
  location: [...location, name],
  number:
    number === undefined || count === undefined ? undefined : `${number}${number && '.'}${count}`,
})

const presented = (
  { id, folder, name, version_id }: PastItem,
  { ancestors, depth, location }: PastIndexPosition,
  number: string | undefined,
) => ({
  ...{ id, parentId: ancestors.at(-1) ?? 0, isFolder: folder, name, location },
  ...{ depth: depth + 1, number, versionId: version_id },
})
