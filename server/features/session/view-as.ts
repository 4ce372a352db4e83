import type { PayloadIn } from '../../../contract/core/operation.ts'
import type * as contract from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { holdMember } from '../members/index.ts'
import { roomOf } from '../rooms/index.ts'
import { endViewsAsOf } from './end-sessions.ts'
import { drawToken } from './entry/visitor.ts'
import type { SessionParts } from './session.parts.ts'
import { secondsLeft } from './session.rules.ts'
import { insertSession } from './session.store.ts'
import type { SessionGuard } from './session-guard.ts'

/** Replaces an earlier view. The session is read-only. @throws Refusal NOT_FOUND, PERSON_BLOCKED. */
export async function viewAs(
  parts: Pick<SessionParts, 'database' | 'tokens' | 'activity' | 'bus' | 'clock'>,
  guard: Pick<SessionGuard, 'confirm'>,
  actor: Actor,
  memberId: number,
): Promise<PayloadIn<typeof contract.viewAs>> {
  const { roomId, sessionId: parentId } = actor
  const id = drawToken()
  const { person, room } = await parts.database.transaction(async (tx) => {
    const person = await holdMember(tx, roomId, memberId)
    await guard.confirm(tx, actor, 'members.viewAs')
    const room = await roomOf(tx, roomId)
    if (!person) throw new Refusal('NOT_FOUND')
    if (!person.access) throw new Refusal('PERSON_BLOCKED')
    await endViewsAsOf(tx, parts, { parentIds: [parentId] }, 'replaced')
    const by = { roomId, memberId: actor.memberId, address: actor.address, at: parts.clock.now() }
    await insertSession(tx, { id, ...by, viewAs: { parentId, subjectId: memberId } })
    await parts.activity.record(tx, actor, 'member.view-as-started', { memberId, name: person.name })
    return { person, room }
  })
  return {
    jwt: await parts.tokens.issue(id),
    roomId,
    roomNo: room.room_no,
    roleId: person.role_id,
    userId: actor.userId,
    id: actor.memberId,
    email: actor.email,
    name: actor.name,
    print: person.print,
    download: person.download,
    secondsLeft: secondsLeft(actor.endsAt, parts.clock.now()),
    viewAs: { memberId, name: person.name },
  }
}
