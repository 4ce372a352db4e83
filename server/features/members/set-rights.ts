import { ROLE } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { MemberParts } from './members.parts.ts'
import { lockMembers, type Right, restartSeniority, updateRight } from './members.store.ts'

/** Operators and the actor keep access, which prevents a lockout. @throws Refusal NOT_FOUND, without any change */
export function setRights(
  parts: Pick<MemberParts, 'database' | 'activity' | 'bus' | 'clock' | 'events' | 'confirm'>,
  actor: Actor,
  { memberIds, right, value }: { memberIds: readonly number[]; right: Exclude<Right, 'text'>; value: boolean },
): Promise<number> {
  return parts.database.transaction(async (tx) => {
    const members = await lockMembers(tx, actor.roomId, memberIds)
    await parts.confirm(tx, actor, 'members.manage')
    if (members.length < new Set(memberIds).size) throw new Refusal('NOT_FOUND')
    const isShutOut = right === 'access' && !value
    const changed = members.filter((member) => member[right] !== value && !(isShutOut && member.role_id === ROLE.operator))
    if (changed.length === 0) return 0
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
      for (const { id: memberId } of changed) await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'blocked' })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'rights' })
    return changed.length
  })
}
