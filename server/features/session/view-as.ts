import type { z } from 'zod'
import { ROLE } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import type * as contract from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ActivityLog } from '../audit/index.ts'
import { holdMember } from '../members/index.ts'
import { roomOf } from '../rooms/index.ts'
import { endViewsAsOf } from './end-sessions.ts'
import { drawToken } from './entry/visitor.ts'
import type { SessionGuard } from './guard/session-guard.ts'
import type { SessionParts } from './session.parts.ts'
import { secondsLeft } from './session.rules.ts'
import { holdGroup, insertSession } from './session.store.ts'

type ViewAsInput = z.output<typeof contract.viewAs.body>
type ViewAsParts = Pick<SessionParts, 'database' | 'tokens' | 'activity' | 'bus' | 'clock'>

/** The session is read-only. @throws Refusal NOT_FOUND, PERSON_BLOCKED; BAD_REQUEST unless exactly one is named. */
export async function viewAs(
  parts: ViewAsParts,
  guard: Pick<SessionGuard, 'confirm'>,
  actor: Actor,
  { roomManagerId, groupId }: ViewAsInput,
): Promise<PayloadIn<typeof contract.viewAs>> {
  const { roomId, sessionId: parentId } = actor
  const id = drawToken()
  const memberId = roomManagerId ?? 0
  if ((groupId === undefined) === (roomManagerId === undefined)) throw new Refusal('BAD_REQUEST')
  const { seen, room } = await parts.database.transaction(async (tx) => {
    const begin =
      groupId === undefined
        ? await viewOfPerson(tx, roomId, memberId)
        : await viewOfGroup(tx, roomId, groupId)
    await guard.confirm(tx, actor, 'members.viewAs')
    const room = await roomOf(tx, roomId)
    const { subject, seen, log } = begin()
    await endViewsAsOf(tx, parts, { parentIds: [parentId] }, 'replaced')
    const by = { roomId, memberId: actor.memberId, address: actor.address, at: parts.clock.now() }
    await insertSession(tx, { id, ...by, viewAs: { parentId, ...subject } })
    await log(parts.activity, actor)
    return { seen, room }
  })
  return {
    jwt: await parts.tokens.issue(id),
    roomId,
    roomNo: room.room_no,
    userId: actor.userId,
    id: actor.memberId,
    email: actor.email,
    name: actor.name,
    secondsLeft: secondsLeft(actor.endsAt, parts.clock.now()),
    ...seen,
  }
}

/** Refuses only after the caller's permission is confirmed. */
async function viewOfPerson(tx: Tx, roomId: number, memberId: number) {
  const person = await holdMember(tx, roomId, memberId)
  return () => {
    if (!person) throw new Refusal('NOT_FOUND')
    if (!person.access) throw new Refusal('PERSON_BLOCKED')
    const viewed = { memberId, name: person.name }
    return {
      subject: { subjectId: memberId },
      seen: {
        roleId: person.role_id,
        print: person.print,
        download: person.download,
        viewAs: viewed,
      },
      log: (activity: ActivityLog, actor: Actor) =>
        activity.record(tx, actor, 'member.view-as-started', viewed),
    }
  }
}

async function viewOfGroup(tx: Tx, roomId: number, groupId: number) {
  const group = await holdGroup(tx, roomId, groupId)
  return () => {
    if (!group) throw new Refusal('NOT_FOUND')
    const { name, networks, starts_at: from, ends_at: until } = group
    const limits = {
      ...(from && { from: from.toISOString() }),
      ...(until && { until: until.toISOString() }),
      networks,
    }
    return {
      subject: { subjectGroupId: groupId },
      seen: {
        roleId: ROLE.participant,
        print: true,
        download: true,
        viewAs: { groupId, name, ...limits },
      },
      log: (activity: ActivityLog, actor: Actor) =>
        activity.record(tx, actor, 'group.view-as-started', { groupId, name }),
    }
  }
}
