import { z } from 'zod'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { LEVEL, levelNamed } from '../../../contract/features/groups/levels.ts'
import type * as contract from '../../../contract/features/groups/rights.ts'
import type { Actor } from '../../access/actor.ts'
import { findNearest, findSources, type GrantSource } from '../../access/grants.read.ts'
import { accessOfMember } from '../../access/group-access.ts'
import { findGroupAccess } from '../../access/levels.read.ts'
import { isMemberAt } from '../../access/membership.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { childrenOf } from '../documents/index.ts'
import { findGrants, findPeople, findPlaces, type PersonRow } from './grants.read.ts'
import { findGroups, type GroupRow } from './groups.store.ts'
import { periodOf } from './manage-groups.ts'
import type { RightsParts } from './rights.parts.ts'

type ReadParts = Pick<RightsParts, 'database' | 'clock'>

const place = z.tuple([z.int().positive(), z.int().nonnegative()])

export async function listGrants(
  { database }: ReadParts,
  { roomId }: Actor,
  {
    groupId,
    itemId,
    cursor,
    limit = LIMITS.listDefault,
  }: z.output<(typeof contract.grants)['query']>,
): Promise<Reply<PayloadIn<typeof contract.grants>>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, place)
  const found = await findGrants(database.db, { roomId, groupId, itemId, after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor([last.group_id, last.item_id]),
  )
  return {
    payload: rows.map(({ group_id, item_id, level, starts_at, ends_at, inherits_after }) => ({
      groupId: group_id,
      itemId: item_id,
      level: levelNamed(level),
      ...periodOf({ from: starts_at, until: ends_at }),
      ...(inherits_after ? { after: 'inherit' as const } : {}),
    })),
    nextCursor,
  }
}

const sourceOf = ({ item_id: itemId, name, ends_at }: GrantSource) => ({
  itemId,
  name,
  ...(ends_at === null ? {} : { until: ends_at.toISOString() }),
})

const ALWAYS = { group_from: null, group_until: null }

/** @throws Refusal NOT_FOUND. */
export async function whoSees(
  { database, clock }: ReadParts,
  { roomId }: Actor,
  itemId: number,
): Promise<PayloadIn<typeof contract.effective>> {
  const item =
    itemId === 0 ? undefined : (await findPlaces(database.db, roomId, [itemId])).get(itemId)
  if (itemId !== 0 && !item) throw new Refusal('NOT_FOUND')
  const at = clock.now()
  const nearest = await findNearest(database.db, roomId, item, at)
  const groups = new Map((await findGroups(database.db, roomId)).map((group) => [group.id, group]))
  const people = (await findPeople(database.db, roomId)).filter(
    ({ role_id }) => role_id !== ROLE.operator,
  )
  return nearest.flatMap((grant) => {
    const group = groups.get(grant.group_id)
    if (!group) return []
    // Staged items are hidden regardless of grants.
    const level = item?.unseen ? LEVEL.none : grant.level
    const isPath = !item?.unseen && level === LEVEL.none && grant.has_shown
    const members = people.filter(({ group_id }) => group_id === group.id)
    return {
      groupId: group.id,
      level: levelNamed(level),
      isPath,
      isInTime: isMemberAt(
        { ...ALWAYS, group_starts_at: group.starts_at, group_ends_at: group.ends_at },
        at,
      ),
      from: sourceOf(grant),
      ...(item?.unseen ? { whenPublished: levelNamed(grant.level) } : {}),
      networks: group.networks,
      members: members.map((person) => memberOf(person, group, { level, isPath, at })),
    }
  })
}

interface Seen {
  readonly level: number
  readonly isPath: boolean
  readonly at: Date
}

function memberOf(
  person: PersonRow,
  { starts_at, ends_at }: Pick<GroupRow, 'starts_at' | 'ends_at'>,
  { level, isPath, at }: Seen,
) {
  const isInTime = isMemberAt({ ...person, group_starts_at: starts_at, group_ends_at: ends_at }, at)
  return {
    managementId: person.id,
    userName: person.name,
    print: person.can_print && level >= LEVEL.print,
    download: person.can_download && level >= LEVEL.download,
    access: person.can_access,
    sees: person.can_access && isInTime && (level > LEVEL.none || isPath),
    ...periodOf({ from: person.group_from, until: person.group_until }),
  }
}

/** @throws Refusal NOT_FOUND for an invisible folder; BAD_REQUEST unless exactly one of group and person is named */
export async function reachOf(
  { database: { db }, clock }: ReadParts,
  { roomId }: Actor,
  { groupId, roomManagerId, parent, cursor, limit }: z.output<(typeof contract.reach)['body']>,
): Promise<Reply<PayloadIn<typeof contract.reach>>> {
  if ((groupId === undefined) === (roomManagerId === undefined)) throw new Refusal('BAD_REQUEST')
  const at = clock.now()
  const person =
    roomManagerId === undefined
      ? undefined
      : (await findPeople(db, roomId)).find(({ id }) => id === roomManagerId)
  const views = await findGroupAccess(db, roomId, at)
  if (roomManagerId !== undefined && !person) throw new Refusal('NOT_FOUND')
  if (groupId !== undefined && !views.has(groupId)) throw new Refusal('NOT_FOUND')
  const group = accessOfMember(
    views,
    person ?? { role_id: ROLE.participant, group_id: groupId ?? null },
    at,
  )
  const { rows, nextCursor } = await childrenOf(db, { roomId, group }, parent, { cursor, limit })
  const ids = rows.map((row) => row.id)
  const sources = group
    ? await findSources(db, { roomId, groupId: group.groupId, at }, ids)
    : undefined
  const payload = rows.map((row) => {
    const source = sources?.get(row.id)
    return {
      id: row.id,
      name: row.name,
      isFolder: row.folder,
      level: levelNamed(row.level),
      isPath: row.level === LEVEL.none,
      from: source ? sourceOf(source) : { itemId: 0, name: '' },
      print: row.level >= LEVEL.print && (person?.can_print ?? true),
      download: row.level >= LEVEL.download && (person?.can_download ?? true),
    }
  })
  return { payload, nextCursor }
}
