import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { type Done, noteDone } from '../console-log.store.ts'
import {
  type Administrator,
  type ConsoleChanges,
  governingActorOf,
} from '../session/administrator-guard.ts'
import {
  holdRequest,
  holdWaitingOf,
  type OperatorRequestRow,
  settleRequest,
} from './operator-requests.store.ts'

type WithdrawRequestParts = Pick<ConsoleParts, 'activity' | 'bus' | 'clock'>

/** Logs require a name. */
const MACHINE_NAME = '서버 명령 · Server command'

/** @throws Refusal NOT_FOUND, REQUEST_DECIDED */
export const withdrawRequest = (
  parts: WithdrawRequestParts,
  change: ConsoleChanges,
  actor: Administrator,
  { roomId, id }: { readonly roomId: number; readonly id: number },
): Promise<void> =>
  change(actor, async (tx) => {
    const asked = await holdRequest(tx, id)
    if (asked?.room_id !== roomId) throw new Refusal('NOT_FOUND')
    if (asked.state !== 'waiting') throw new Refusal('REQUEST_DECIDED')
    await withdraw(tx, parts, asked, actor)
  })

/** Confirmed requests are still carried out. */
export async function withdrawAllOf(
  tx: Tx,
  parts: WithdrawRequestParts,
  administratorId: number,
  by: Done['by'],
): Promise<void> {
  for (const asked of await holdWaitingOf(tx, administratorId)) await withdraw(tx, parts, asked, by)
}

async function withdraw(
  tx: Tx,
  { activity, bus, clock }: WithdrawRequestParts,
  asked: OperatorRequestRow,
  by: Done['by'],
): Promise<void> {
  const { id, kind: request, email, room_id: roomId } = asked
  await settleRequest(tx, id, 'withdrawn', clock.now())
  const actor = governingActorOf({ ...by, name: by.name || MACHINE_NAME })
  await activity.record(tx, { ...actor, roomId }, 'operator.decided', {
    request,
    email,
    decision: 'withdrawn',
  })
  await noteDone(tx, { by, kind: 'operator.withdrawn', roomId, about: email, at: clock.now() })
  await bus.publish(tx, { room: roomId, kind: 'room' })
}
