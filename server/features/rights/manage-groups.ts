import type { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { LEVEL, type Level, levelNamed } from '../../../contract/features/groups/levels.ts'
import type * as contract from '../../../contract/features/groups/rights.ts'
import { GROUP_COLORS } from '../../../contract/features/groups/rights.ts'
import type { Actor } from '../../access/actor.ts'
import { groupCode } from '../../access/group-code.ts'
import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { rootLevelOf } from './grants.read.ts'
import {
  deleteGroup,
  findGroup,
  findGroups,
  findMemberships,
  type GroupRow,
  hasGrantsOnItems,
  holdGroups,
  insertGroup,
  makeDefault,
  moveAllMembers,
  placeMembers,
} from './groups.store.ts'
import type { RightsParts } from './rights.parts.ts'

export type Body<O extends { readonly body: z.ZodType }> = z.output<O['body']>

export async function listGroups(
  { database }: Pick<RightsParts, 'database'>,
  { roomId }: Actor,
): Promise<PayloadIn<typeof contract.groups>> {
  const rows = await findGroups(database.db, roomId)
  return rows.map(
    ({
      id,
      name,
      color,
      member_count,
      is_default,
      kind,
      shared,
      ordinal,
      starts_at,
      ends_at,
      networks,
    }) => ({
      id,
      name,
      color: GROUP_COLORS.find((known) => known === color) ?? 'gray',
      members: member_count,
      isDefault: is_default,
      ...{ kind, shared, code: groupCode(ordinal) },
      ...periodOf({ from: starts_at, until: ends_at }),
      networks,
    }),
  )
}

/** @throws Refusal NOT_FOUND */
export async function groupNamed(
  db: Queryable,
  roomId: number,
  groupId: number,
): Promise<{ readonly id: number; readonly name: string }> {
  const group = await findGroup(db, roomId, groupId)
  if (!group) throw new Refusal('NOT_FOUND')
  return group
}

export async function groupPeriods(
  db: Queryable,
  roomId: number,
): Promise<
  ReadonlyMap<
    number,
    { readonly name: string; readonly starts_at: Date | null; readonly ends_at: Date | null }
  >
> {
  return new Map(
    (await findGroups(db, roomId)).map(({ id, name, starts_at, ends_at }) => [
      id,
      { name, starts_at, ends_at },
    ]),
  )
}

export const periodOf = ({
  from,
  until,
}: {
  readonly from: Date | null
  readonly until: Date | null
}) => ({
  ...(from === null ? {} : { from: from.toISOString() }),
  ...(until === null ? {} : { until: until.toISOString() }),
})

export const dateOf = (at: string | null | undefined): Date | null | undefined =>
  typeof at === 'string' ? new Date(at) : at

export function changing<T>(
  parts: RightsParts,
  actor: Actor,
  change: (tx: Tx, groups: readonly GroupRow[]) => Promise<T>,
  before: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<T> {
  return parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, 'rights.manage')
    await before(tx)
    const groups = await holdGroups(tx, actor.roomId)
    await relyOn(tx, RELEASE_RULES.groupRights)
    return change(tx, groups)
  })
}

/** @throws Refusal NOT_FOUND for another room's group. */
export function groupIn(groups: readonly GroupRow[], id: number): GroupRow {
  const group = groups.find((each) => each.id === id)
  if (!group) throw new Refusal('NOT_FOUND')
  return group
}

export function refuseTaken(groups: readonly GroupRow[], name: string, ownId?: number): void {
  const isTaken = groups.some(
    (group) => group.id !== ownId && group.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) throw new Refusal('NAME_EXISTS')
}

/** @returns the id. @throws Refusal NAME_EXISTS, GROUP_LIMIT. */
export function createGroup(
  parts: RightsParts,
  actor: Actor,
  asked: Body<typeof contract.createGroup>,
): Promise<number> {
  const { name, color, level, kind = 'participants', shared = true } = asked
  return changing(parts, actor, async (tx, groups) => {
    refuseTaken(groups, name)
    const limit = LIMITS.groupsPerRoom
    if (groups.length >= limit) throw new Refusal('GROUP_LIMIT', { variables: { limit } })
    const given: Level =
      level ??
      levelNamed(await rootLevelOf(tx, groups.find(({ is_default }) => is_default)?.id ?? 0))
    const at = parts.clock.now()
    const look = { name, color: color ?? nextColor(groups), kind, shared }
    const groupId = await insertGroup(tx, {
      ...look,
      roomId: actor.roomId,
      level: LEVEL[given],
      at,
    })
    await parts.activity.record(tx, actor, 'group.created', { groupId, name, level: given })
    return groupId
  })
}

function nextColor(groups: readonly GroupRow[]): string {
  const uses = GROUP_COLORS.map((color) => groups.filter((group) => group.color === color).length)
  return GROUP_COLORS[uses.indexOf(Math.min(...uses))] ?? 'gray'
}

/**
 * Moves all or nobody. With `was`, who has left that place since stays where they are.
 * @returns those who stayed. @throws Refusal NOT_FOUND for operators and people of other rooms, GROUP_CHANGED, BAD_REQUEST
 */
export function moveMembers(
  parts: RightsParts,
  actor: Actor,
  asked: Body<typeof contract.moveMembers>,
): Promise<number[]> {
  const { was } = asked
  const [from, until] = [dateOf(asked.from), dateOf(asked.until)]
  if (from && until && until <= from) throw new Refusal('BAD_REQUEST')
  const ids = [...new Set(asked.managementIds)]
  return changing(parts, actor, async (tx, groups) => {
    if (was && !groups.some(({ id }) => id === asked.id)) throw new Refusal('GROUP_CHANGED')
    const group = groupIn(groups, asked.id)
    const found = await findMemberships(tx, actor.roomId, ids)
    if (!was && found.length < ids.length) throw new Refusal('NOT_FOUND')
    const people = was ? found.filter((person) => isAt(person, was)) : found
    const movable = people.map(({ id }) => id)
    const skipped = ids.filter((id) => !movable.includes(id))
    if (movable.length === 0) return skipped
    // A time limit belongs to one group's membership.
    const place = { group_id: group.id, group_from: from ?? null, group_until: until ?? null }
    await placeMembers(tx, movable, place)
    const moved = people.filter(
      (person) => person.group_id !== group.id || hasOtherTimes(person, place),
    )
    await parts.activity.recordEach(
      tx,
      actor,
      'member.grouped',
      moved.map(({ id: memberId, name, group_name: before, group_from, group_until }) => ({
        ...{ memberId, name, groupId: group.id, group: group.name, before },
        ...periodOf({ from: place.group_from, until: place.group_until }),
        was: periodOf({ from: group_from, until: group_until }),
      })),
    )
    if (moved.length > 0)
      await parts.bus.publish(tx, {
        room: actor.roomId,
        people: moved.map((person) => person.id),
        kind: 'rights',
        regrouped: true,
      })
    return skipped
  })
}

const isAt = (
  person: Times & { readonly group_id: number | null },
  was: NonNullable<Body<typeof contract.moveMembers>['was']>,
): boolean =>
  person.group_id === was.id &&
  !hasOtherTimes(person, {
    group_from: dateOf(was.from) ?? null,
    group_until: dateOf(was.until) ?? null,
  })

interface Times {
  readonly group_from: Date | null
  readonly group_until: Date | null
}

const hasOtherTimes = (one: Times, other: Times): boolean =>
  one.group_from?.getTime() !== other.group_from?.getTime() ||
  one.group_until?.getTime() !== other.group_until?.getTime()

/** @throws Refusal NOT_FOUND, GROUP_CHANGED; BAD_REQUEST for a group into itself or the default into experts */
export function removeGroup(
  parts: RightsParts,
  actor: Actor,
  asked: Body<typeof contract.removeGroup>,
): Promise<void> {
  const { id, into: intoId, showThreads = false, onlyNew = false } = asked
  if (id === intoId) throw new Refusal('BAD_REQUEST')
  return changing(parts, actor, async (tx, groups) => {
    const [group, into] = [groupIn(groups, id), groupIn(groups, intoId)]
    if (group.is_default && into.kind === 'experts') throw new Refusal('BAD_REQUEST')
    const threads = await parts.keepThreads(tx, actor, { from: group, into, isShown: showThreads })
    const moved = await moveAllMembers(tx, group.id, into.id)
    const isUsed = group.is_default || threads > 0 || moved.length > 0
    if (onlyNew && (isUsed || (await hasGrantsOnItems(tx, group.id))))
      throw new Refusal('GROUP_CHANGED')
    if (group.is_default) await makeDefault(tx, actor.roomId, into.id)
    await parts.endViewsAs(tx, group.id)
    await deleteGroup(tx, group.id)
    await parts.activity.recordEach(
      tx,
      actor,
      'member.grouped',
      moved.map(({ id: memberId, name, ...times }) => {
        const period = periodOf({ from: times.group_from, until: times.group_until })
        return {
          memberId,
          name,
          groupId: into.id,
          group: into.name,
          before: group.name,
          ...period,
          was: period,
        }
      }),
    )
    await parts.activity.record(tx, actor, 'group.removed', {
      ...{ groupId: group.id, name: group.name, into: into.name, members: moved.length },
    })
    // A hint for each person would exceed a notice.
    const people = moved.map((person) => person.id)
    await parts.bus.publish(tx, {
      room: actor.roomId,
      kind: 'rights',
      group: group.id,
      people,
      regrouped: true,
    })
  })
}
