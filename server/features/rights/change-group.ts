import type * as contract from '../../../contract/features/groups/rights.ts'
import type { Actor } from '../../access/actor.ts'
import { parseNetworks } from '../../access/networks.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { lockTree } from '../rooms/index.ts'
import { type GroupChange, type GroupRow, makeDefault, updateGroup } from './groups.store.ts'
import { type Body, changing, dateOf, groupIn, periodOf, refuseTaken } from './manage-groups.ts'
import type { RightsParts } from './rights.parts.ts'
import { changeGrants } from './set-grants.ts'

type AskedGroup = Body<typeof contract.updateGroup>

/**
 * Changes all or nothing.
 * @throws Refusal NOT_FOUND, NAME_EXISTS, GROUP_CHANGED, RIGHTS_INVALID, NETWORK_FORMAT with a list, BAD_REQUEST for an end before the beginning
 */
export function changeGroup(parts: RightsParts, actor: Actor, asked: AskedGroup): Promise<void> {
  const { id, roomId, root, was, ...fields } = asked
  const change = async (tx: Tx, groups: readonly GroupRow[]): Promise<void> => {
    if (was && !groups.some((each) => each.id === id)) throw new Refusal('GROUP_CHANGED')
    const group = groupIn(groups, id)
    if (was && !isAsSeen(groups, group, was)) throw new Refusal('GROUP_CHANGED')
    if (Object.keys(fields).length > 0 || !root)
      await changeFields(tx, parts, actor, { groups, group, asked })
    if (!root) return
    const named = [{ ...group, name: fields.name ?? group.name }]
    await changeGrants(tx, parts, actor, {
      groups: named,
      asked: [{ ...root, groupId: id, itemId: 0, isOfGroup: true }],
    })
  }
  return changing(parts, actor, change, async (tx) => {
    if (root) await lockTree(tx, actor.roomId)
  })
}

function isAsSeen(
  groups: readonly GroupRow[],
  group: GroupRow,
  was: NonNullable<AskedGroup['was']>,
): boolean {
  const isAt = (own: Date | null, seen: string | null | undefined): boolean =>
    seen === undefined || own?.getTime() === dateOf(seen)?.getTime()
  const networks = was.networks && parseNetworks(was.networks)
  return (
    (was.name ?? group.name) === group.name &&
    (was.color ?? group.color) === group.color &&
    isAt(group.starts_at, was.from) &&
    isAt(group.ends_at, was.until) &&
    (networks ?? group.networks).join() === group.networks.join() &&
    (was.defaultId === undefined ||
      groups.some(({ id, is_default }) => is_default && id === was.defaultId))
  )
}

interface GroupToChange {
  readonly groups: readonly GroupRow[]
  readonly group: GroupRow
  readonly asked: AskedGroup
}

async function changeFields(
  tx: Tx,
  parts: RightsParts,
  actor: Actor,
  { groups, group, asked }: GroupToChange,
): Promise<void> {
  const networks = asked.networks && parseNetworks(asked.networks)
  if (asked.name !== undefined) refuseTaken(groups, asked.name, group.id)
  // People invited without a group are not experts.
  if (asked.isDefault && group.kind === 'experts') throw new Refusal('BAD_REQUEST')
  const { from, until } = timesOf(parts.clock.now(), group, asked)
  const [starts, ends] = [
    from === undefined ? group.starts_at : from,
    until === undefined ? group.ends_at : until,
  ]
  if (starts && ends && ends <= starts) throw new Refusal('BAD_REQUEST')
  const change: GroupChange = {
    ...(asked.name === undefined ? {} : { name: asked.name }),
    ...(asked.color === undefined ? {} : { color: asked.color }),
    ...(from === undefined ? {} : { starts_at: from }),
    ...(until === undefined ? {} : { ends_at: until }),
    ...(networks === undefined ? {} : { networks }),
    ...(asked.shared === undefined ? {} : { shared: asked.shared }),
  }
  await updateGroup(tx, group.id, change)
  if (asked.isDefault) await makeDefault(tx, actor.roomId, group.id)
  await parts.activity.record(tx, actor, 'group.updated', {
    groupId: group.id,
    name: asked.name ?? group.name,
    before: group.name,
    isDefault: asked.isDefault ?? group.is_default,
    networks: networks ?? group.networks,
    shared: asked.shared ?? group.shared,
    ...periodOf({ from: starts, until: ends }),
    was: {
      ...{ isDefault: group.is_default, networks: group.networks, shared: group.shared },
      ...periodOf({ from: group.starts_at, until: group.ends_at }),
    },
  })
  await parts.bus.publish(tx, { room: actor.roomId, kind: 'rights', group: group.id })
}

function timesOf(
  now: Date,
  { starts_at }: GroupRow,
  { from, until }: Pick<AskedGroup, 'from' | 'until'>,
) {
  if (until !== 'now') return { from: dateOf(from), until: dateOf(until) }
  const starts = from === undefined ? starts_at : dateOf(from)
  return { from: starts && starts >= now ? null : dateOf(from), until: now }
}
