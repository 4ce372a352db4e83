import { ROLE } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import type * as contract from '../../../contract/features/members.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { lockMembers } from './lock-members.store.ts'
import type { MemberParts } from './members.parts.ts'
import { type Right, restartSeniority, updateRight } from './members.store.ts'
import { switchedByOthers } from './switched-since.ts'

interface RightOfMany {
  readonly memberIds: readonly number[]
  readonly right: Exclude<Right, 'text'>
  readonly value: boolean
  readonly undoes?: boolean | undefined
}

/** Operators and actor keep access, which prevents lockouts. @throws Refusal NOT_FOUND, without any change */
export function setRights(
  parts: Pick<MemberParts, 'database' | 'activity' | 'bus' | 'clock' | 'events' | 'confirm'>,
  actor: Actor,
  { memberIds, right, value, undoes = false }: RightOfMany,
): Promise<PayloadIn<typeof contract.setRights>> {
  return parts.database.transaction(async (tx) => {
    const members = await lockMembers(tx, actor.roomId, memberIds)
    await parts.confirm(tx, actor, 'members.manage')
    const there = new Set(members.map(({ id }) => id))
    const gone = [...new Set(memberIds)].filter((id) => !there.has(id))
    if (gone.length > 0 && !undoes) throw new Refusal('NOT_FOUND')
    const others = undoes ? await switchedByOthers(tx, parts, actor, right) : new Set<number>()
    const skipped = undoes
      ? { skipped: [...gone, ...[...there].filter((id) => others.has(id))] }
      : {}
    const isShutOut = right === 'access' && !value
    const settable = members.filter(({ id }) => !others.has(id))
    const changed = settable.filter(
      (member) => member[right] !== value && !(isShutOut && member.role_id === ROLE.operator),
    )
    if (changed.length === 0) return { changed: 0, ...skipped }
    const ids = changed.map(({ id }) => id)
    await updateRight(tx, ids, right, value)
    if (right === 'access' && value) await restartSeniority(tx, ids, parts.clock.now())
    await parts.activity.recordEach(
      tx,
      actor,
      'member.right',
      changed.map(({ id: memberId, name }) => ({ memberId, name, target: right, value })),
    )
    if (isShutOut)
      for (const { id: memberId } of changed)
        await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'blocked' })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'rights' })
    return { changed: changed.length, ...skipped }
  })
}
