import { ROLE } from '../../../contract/core/limits.ts'
import { MOVABLE_PHASES, type MovablePhase } from '../../../contract/core/phase.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Doer, machine } from '../activity/index.ts'
import { findReachable, holdEntrant } from '../members/index.ts'
import type { RoomRow } from '../rooms/index.ts'
import { closedMail } from './ending.mails.ts'
import type { EndingParts } from './ending.parts.ts'
import { holdRoom, updatePhase, updateSchedule } from './ending.store.ts'

/** The phase of a room that can still be moved. @throws Refusal ROOM_CLOSED */
export function movable(room: Pick<RoomRow, 'phase'>): MovablePhase {
  const phase = MOVABLE_PHASES.find((each) => each === room.phase)
  if (!phase) throw new Refusal('ROOM_CLOSED')
  return phase
}

/** Moves a room that is held; participants are mailed that it is closed. */
export async function changePhase(
  tx: Tx,
  parts: EndingParts,
  room: RoomRow,
  { doer, to, scheduled }: { readonly doer: Doer; readonly to: MovablePhase; readonly scheduled?: true },
): Promise<void> {
  const from = movable(room)
  if (from === to) return
  const at = parts.clock.now()
  await updatePhase(tx, room.id, to, at)
  await parts.activity.record(tx, doer, 'room.phase', { phase: to, from, scheduled })
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  if (to !== 'closed') return
  for (const { id, role_id, name, email } of await findReachable(tx, room.id)) {
    if (role_id === ROLE.operator) continue
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'room-closed', mail: closedMail({ name, email }, room, at) })
  }
}

/** Holds member and room, in this order as all who change something do, and looks once more whether the actor may. */
export async function holdAsOperator(tx: Tx, parts: EndingParts, actor: Actor): Promise<RoomRow> {
  await holdEntrant(tx, actor.memberId)
  const room = await holdRoom(tx, actor.roomId)
  await parts.confirm(tx, actor, 'room.end')
  return room
}

/** Freezes, closes or opens the room of an operator. */
export const moveRoom = (parts: EndingParts, actor: Actor, to: MovablePhase): Promise<void> =>
  parts.database.transaction(async (tx) => changePhase(tx, parts, await holdAsOperator(tx, parts, actor), { doer: actor, to }))

/** The person at the machine closes a room. */
export const closeRoom = (parts: EndingParts, roomId: number): Promise<void> =>
  parts.database.transaction(async (tx) => changePhase(tx, parts, await holdRoom(tx, roomId), { doer: machine(roomId), to: 'closed' }))

/**
 * Sets when the room closes by itself, or takes that back.
 * @throws Refusal CLOSING_PASSED; BAD_REQUEST where the room is closed.
 */
export async function scheduleClosing(parts: EndingParts, actor: Actor, closesAt: Date | null): Promise<void> {
  if (closesAt !== null && closesAt <= parts.clock.now()) throw new Refusal('CLOSING_PASSED')
  await parts.database.transaction(async (tx) => {
    const room = await holdAsOperator(tx, parts, actor)
    if (movable(room) === 'closed') throw new Refusal('BAD_REQUEST')
    if (room.closes_at?.getTime() === closesAt?.getTime()) return
    await updateSchedule(tx, room.id, closesAt)
    await parts.activity.record(tx, actor, 'room.scheduled', { closesAt: closesAt?.toISOString() ?? null })
    await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  })
}
