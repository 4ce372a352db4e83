import type { Tx } from '../../platform/db/database.ts'
import { machine } from '../audit/index.ts'
import { reachableMembers } from '../members/index.ts'
import type { RoomRow } from '../rooms/index.ts'
import { closingMail } from './closing.mails.ts'
import type { ClosingParts } from './closing.parts.ts'
import { AHEAD_MS } from './closing.read.ts'
import { holdRoom, markNotified } from './closing.store.ts'
import { changePhase } from './move-room.ts'

function dueOf(
  { phase, closes_at: closesAt, week_told_at: week, day_told_at: day }: RoomRow,
  now: Date,
): 'close' | 'week' | 'day' | undefined {
  if (closesAt === null || (phase !== 'open' && phase !== 'frozen')) return undefined
  const left = closesAt.getTime() - now.getTime()
  if (left <= 0) return 'close'
  if (day !== null) return undefined
  if (left <= AHEAD_MS.day) return 'day'
  return week === null && left <= AHEAD_MS.week ? 'week' : undefined
}

export const lookAtClosing = (
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'publicUrl' | 'database' | 'activity' | 'clock'>,
  roomId: number,
): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    const due = dueOf(room, parts.clock.now())
    if (due === 'close')
      await changePhase(tx, parts, room, { doer: machine(roomId), to: 'closed', scheduled: true })
    else if (due !== undefined && room.closes_at !== null)
      await notifyOfClosing(tx, parts, room, due, room.closes_at)
  })

async function notifyOfClosing(
  tx: Tx,
  parts: Pick<ClosingParts, 'outbox' | 'publicUrl' | 'activity' | 'clock'>,
  room: RoomRow,
  ahead: 'week' | 'day',
  closesAt: Date,
): Promise<void> {
  const people = await reachableMembers(tx, room.id, parts.clock.now())
  for (const { id, name, email } of people) {
    const mail = closingMail({ name, email }, room, { closesAt, publicUrl: parts.publicUrl })
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'room-closes', mail })
  }
  await markNotified(tx, room.id, ahead, parts.clock.now())
  await parts.activity.record(tx, machine(room.id), 'room.closing-told', {
    ahead,
    closesAt: closesAt.toISOString(),
    people: people.length,
  })
}
