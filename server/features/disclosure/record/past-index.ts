import { LEVEL } from '../../../../contract/features/groups/levels.ts'
import type { PastRights } from '../../rights/index.ts'
import type { PastItem } from './past-index.read.ts'

/** How the index counts. `undefined`: it does not. */
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

interface Place {
  readonly depth: number
  readonly ancestors: readonly number[]
  readonly location: readonly string[]
  readonly number: string | undefined
}

/** What the group saw: published, outside the trash, and granted, or a folder on the way to that. In the order of the items. */
export function seenItems(items: readonly PastItem[], rights: Pick<PastRights, 'levelOf'>, counting: PastCounting): SeenItem[] {
  const children = childrenOf(items)
  const below = (parent: number, place: Place): SeenItem[] => {
    const found: SeenItem[] = []
    let seen = 0
    for (const [at, item] of (children.get(parent) ?? []).entries()) {
      if (item.is_staged) continue
      const count = counting === 'fixed' ? (item.number ?? undefined) : counting === 'all' ? at + 1 : seen + 1
      const own = ownPlace(item, place, counting && count)
      const inside = item.folder ? below(item.id, own) : []
      const level = rights.levelOf({ id: item.id, ancestors: place.ancestors })
      if (level === LEVEL.none && inside.length === 0) continue
      seen += 1
      found.push({ ...presented(item, place, own.number), level }, ...inside)
    }
    return found
  }
  return below(0, { depth: 0, ancestors: [], location: [], number: counting && '' })
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

const ownPlace = ({ id, name }: PastItem, { depth, ancestors, location, number }: Place, count: number | undefined): Place => ({
  depth: depth + 1,
  ancestors: [...ancestors, id],
  location: [...location, name],
  number: number === undefined || count === undefined ? undefined : `${number}${number && '.'}${count}`,
})

const presented = ({ id, folder, name, version_id }: PastItem, { ancestors, depth, location }: Place, number: string | undefined) => ({
  ...{ id, parentId: ancestors.at(-1) ?? 0, isFolder: folder, name, location },
  ...{ depth: depth + 1, number, versionId: version_id },
})
