import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { list } from '../../../../contract/features/console/operator-requests.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { addJob } from '../../../platform/jobs/job.ts'
import { holdMember } from '../../members/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { carryOutJob } from './carry-out.ts'
import { findWaiting, holdRequest, settleRequest } from './operator-requests.store.ts'

export async function listWaiting(
  { database: { db } }: ConsoleParts,
  { roomId }: Actor,
): Promise<PayloadIn<typeof list>> {
  return (await findWaiting(db, roomId)).map(
    ({ id, kind, name, email, asked_by: askedBy, created_at, due_at }) => ({
      ...{
        id,
        kind,
        name,
        email,
        askedBy,
        createdAt: created_at.toISOString(),
        dueAt: due_at.toISOString(),
      },
    }),
  )
}

/** Any full operator can decide, once. @throws Refusal NOT_FOUND, REQUEST_DECIDED */
export const decide = (
  { database, activity, bus, clock, confirm }: ConsoleParts,
  actor: Actor,
  { id, confirm: isConfirmed }: { readonly id: number; readonly confirm: boolean },
): Promise<void> =>
  database.transaction(async (tx) => {
    await holdMember(tx, actor.roomId, actor.memberId)
    await confirm(tx, actor, 'members.manage')
    const asked = await holdRequest(tx, id)
    if (asked?.room_id !== actor.roomId) throw new Refusal('NOT_FOUND')
    if (asked.state !== 'waiting') throw new Refusal('REQUEST_DECIDED')
    const decision = isConfirmed ? 'confirmed' : 'refused'
    await settleRequest(tx, id, decision, clock.now())
    await activity.record(tx, actor, 'operator.decided', {
      request: asked.kind,
      email: asked.email,
      decision,
    })
    await bus.publish(tx, { room: actor.roomId, kind: 'room' })
    if (isConfirmed) await addJob(tx, carryOutJob, { id })
  })
