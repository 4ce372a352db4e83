import { levelNamed } from '../../../../contract/features/groups/levels.ts'
import type { Actor } from '../../../access/actor.ts'
import {
  findGrantsBelow,
  findNearest,
  type GrantBelow,
  type ItemPlace,
  type NearestGrant,
} from '../../../access/grants.read.ts'
import { type NewGrant, putGrants } from '../../../access/grants.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import type { Parent } from '../documents.store.ts'
import { findGroupNames } from '../submissions/submissions.read.ts'

/** Undefined refuses more rights. */
export type PlacedRights = 'inherit' | 'keep' | undefined

interface Placing {
  readonly roomId: number
  readonly item: ItemPlace
  readonly target: Parent
  readonly rights: PlacedRights
  /** Content operators may not decide about rights. */
  readonly decides: boolean
  readonly at: Date
}

interface Differing {
  readonly now: NearestGrant
  readonly there: NearestGrant
}

const asFolder = ({ id, path }: Parent): ItemPlace | undefined =>
  id === 0 ? undefined : { id, name: '', ancestors: path.slice(0, -1), folder: true }

async function compare(tx: Tx, { roomId, item, target, at }: Placing): Promise<Differing[]> {
  const now = await findNearest(tx, roomId, item, at)
  const there = await findNearest(tx, roomId, asFolder(target), at)
  return now.flatMap((own) => {
    const other = there.find(({ group_id }) => group_id === own.group_id)
    return other ? [{ now: own, there: other }] : []
  })
}

/** A time limit may begin or end later. */
const gains = ({ now, there }: Differing): boolean =>
  there.level > now.level || there.granted > now.granted

const differs = ({ now, there }: Differing): boolean =>
  there.item_id !== now.item_id && (there.level !== now.level || there.granted !== now.granted)

const sameAs = (
  { group_id, granted, starts_at, ends_at, inherits_after }: NearestGrant,
  item: ItemPlace,
): NewGrant => ({
  ...{
    groupId: group_id,
    item,
    level: granted,
    from: starts_at,
    until: ends_at,
    inheritsAfter: inherits_after && ends_at !== null,
  },
})

function refuse({ decides }: Placing, differing: readonly Differing[]): never {
  if (!decides) throw new Refusal('RIGHTS_DENIED')
  throw new Refusal('RIGHTS_DIFFER', {
    extra: { effects: differing.map(({ now }) => ({ groupId: now.group_id })) },
  })
}

function refuseDecision({ rights, decides }: Placing): void {
  if (rights !== undefined && !decides) throw new Refusal('RIGHTS_DENIED')
}

const isLasting = ({ starts_at, ends_at }: NearestGrant): boolean =>
  starts_at === null && ends_at === null

/** Compares inherited rights, now and later. */
export async function haveSameRights(
  tx: Tx,
  roomId: number,
  [from, to]: readonly [Parent, Parent],
  at: Date,
): Promise<boolean> {
  const there = await findNearest(tx, roomId, asFolder(to), at)
  const here = await findNearest(tx, roomId, asFolder(from), at)
  return here.every((now) => {
    const other = there.find(({ group_id }) => group_id === now.group_id)
    if (other?.item_id === now.item_id) return true
    return (
      other !== undefined && other.granted === now.granted && isLasting(other) && isLasting(now)
    )
  })
}

/** A move and a copy that keep the rights write grants. */
export async function recordKept(
  tx: Tx,
  { activity }: Pick<DocumentParts, 'activity'>,
  actor: Actor,
  kept: readonly NewGrant[],
): Promise<void> {
  const groups = await findGroupNames(tx, actor.roomId, [
    ...new Set(kept.map(({ groupId }) => groupId)),
  ])
  const details = kept.map(({ groupId, item, level, from, until, inheritsAfter }) => ({
    ...{
      groupId,
      group: groups.get(groupId) ?? '',
      itemId: item?.id ?? 0,
      name: item?.name ?? '',
      before: null,
      level: levelNamed(level),
    },
    ...(from ? { from: from.toISOString() } : {}),
    ...(until ? { until: until.toISOString() } : {}),
    ...(inheritsAfter ? { after: 'inherit' as const } : {}),
  }))
  const isOriginal = ({ level }: (typeof details)[number]): boolean => level === 'original'
  await activity.recordEach(tx, actor, 'right.original', details.filter(isOriginal))
  await activity.recordEach(
    tx,
    actor,
    'right.granted',
    details.filter((each) => !isOriginal(each)),
  )
}

/**
 * Precedes the move; the item's grants move too.
 * @throws Refusal RIGHTS_DIFFER
 * @returns a function to call after the move, which returns the kept grants
 */
export async function rightsOfMoved(
  tx: Tx,
  placing: Placing,
): Promise<(moved: ItemPlace) => Promise<readonly NewGrant[]>> {
  refuseDecision(placing)
  const { item, rights, roomId } = placing
  const inheriting = (await compare(tx, placing)).filter(({ now }) => now.item_id !== item.id)
  const gaining = inheriting.filter(gains)
  if (rights === undefined && gaining.length > 0) refuse(placing, gaining)
  const kept = rights === 'keep' ? inheriting.filter(differs) : []
  return async (moved) => {
    const grants = kept.map(({ now }) => sameAs(now, moved))
    await putGrants(tx, roomId, grants)
    return grants
  }
}

/**
 * Precedes the copy. Grants below may hide documents that the copy would show.
 * @throws Refusal RIGHTS_DIFFER
 * @returns a function that takes the places of the copies and returns the kept grants
 */
export async function rightsOfCopied(
  tx: Tx,
  placing: Placing,
): Promise<(copies: ReadonlyMap<number, ItemPlace>) => Promise<readonly NewGrant[]>> {
  refuseDecision(placing)
  const { item, rights, roomId } = placing
  const compared = await compare(tx, placing)
  const below = item.folder ? await findGrantsBelow(tx, roomId, item) : []
  const isHiddenBelow = ({ group_id, level }: GrantBelow): boolean => {
    const there = compared.find(({ now }) => now.group_id === group_id)?.there
    return there !== undefined && Math.max(there.level, there.granted) > level
  }
  const gaining = compared.filter(
    (each) =>
      gains(each) ||
      below.some((grant) => grant.group_id === each.now.group_id && isHiddenBelow(grant)),
  )
  if (rights === undefined && gaining.length > 0) refuse(placing, gaining)
  if (rights !== 'keep') return async () => []
  return async (copies) => {
    const root = copies.get(item.id)
    const own = root ? compared.filter(differs).map(({ now }) => sameAs(now, root)) : []
    const inside = below.flatMap(
      ({ group_id, item_id, level, starts_at, ends_at, inherits_after }) => {
        const copy = copies.get(item_id)
        return copy
          ? [
              {
                groupId: group_id,
                item: copy,
                level,
                from: starts_at,
                until: ends_at,
                inheritsAfter: inherits_after,
              },
            ]
          : []
      },
    )
    const grants = [...own, ...inside]
    await putGrants(tx, roomId, grants)
    return grants
  }
}
