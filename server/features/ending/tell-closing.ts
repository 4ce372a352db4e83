import type { Tx } from '../../platform/db/database.ts'
import { machine } from '../activity/index.ts'
import { findReachable } from '../members/index.ts'
import type { RoomRow } from '../rooms/index.ts'
import { closingMail } from './ending.mails.ts'
import type { EndingParts } from './ending.parts.ts'
import { AHEAD_MS } from './ending.read.ts'
import { holdRoom, markTold } from './ending.store.ts'
import { changePhase } from './move-room.ts'

/** What is due of a room that closes: of two mails that are due at once the later one says it all. */
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

/** Closes a room whose time has come, or mails its members that it comes. Mails and the mark that they are written commit together. */
export const lookAtClosing = (parts: EndingParts, roomId: number): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    const due = dueOf(room, parts.clock.now())
    if (due === 'close') await changePhase(tx, parts, room, { doer: machine(roomId), to: 'closed', scheduled: true })
    else if (due !== undefined && room.closes_at !== null) await tellClosing(tx, parts, room, due, room.closes_at)
  })

async function tellClosing(tx: Tx, parts: EndingParts, room: RoomRow, ahead: 'week' | 'day', closesAt: Date): Promise<void> {
  const people = await findReachable(tx, room.id)
  for (const { id, name, email } of people) {
    const mail = closingMail({ name, email }, room, { closesAt, publicUrl: parts.publicUrl })
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'room-closes', mail })
  }
  await markTold(tx, room.id, ahead, parts.clock.now())
  await parts.activity.record(tx, machine(room.id), 'room.closing-told', { ahead, closesAt: closesAt.toISOString(), people: people.length })
}
