import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import { reachableOperators } from '../members/index.ts'
import { closingAskedMail } from './closing.mails.ts'
import type { ClosingParts } from './closing.parts.ts'
import { holdRoom, updateSchedule } from './closing.store.ts'
import { changePhase } from './move-room.ts'

const DAY_MS = 86_400_000

interface Repetition {
  /** What a person asks for again is logged again; programs repeat calls by themselves. */
  readonly logsRepetition?: boolean
}

/** Freezes the room and closes it in a day, which operators can undo. @throws Refusal ROOM_ENDED */
export async function closeInADay(
  tx: Tx,
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'activity' | 'clock' | 'publicUrl'>,
  actor: AuditActor,
  { logsRepetition = false }: Repetition = {},
): Promise<void> {
  const room = await holdRoom(tx, actor.roomId)
  if (room.phase !== 'open' && room.phase !== 'frozen') throw new Refusal('ROOM_ENDED')
  const closesAt = new Date(parts.clock.now().getTime() + DAY_MS)
  const isSooner = room.closes_at !== null && room.closes_at <= closesAt
  if (room.phase === 'frozen' && room.closes_at !== null && isSooner) {
    if (logsRepetition)
      await parts.activity.record(tx, actor, 'room.scheduled', {
        closesAt: room.closes_at.toISOString(),
      })
    return
  }
  await changePhase(tx, parts, room, { doer: actor, to: 'frozen' })
  if (!isSooner) {
    await updateSchedule(tx, room.id, closesAt)
    await parts.activity.record(tx, actor, 'room.scheduled', { closesAt: closesAt.toISOString() })
    await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  }
  const facts = {
    closesAt: isSooner && room.closes_at ? room.closes_at : closesAt,
    by: actor.name,
    publicUrl: parts.publicUrl,
  }
  for (const { id, name, email } of await reachableOperators(tx, room.id))
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: id,
      kind: 'closing-asked',
      mail: closingAskedMail({ name, email }, room, facts),
    })
}
