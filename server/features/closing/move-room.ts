import { ROLE } from '../../../contract/core/limits.ts'
import { MOVABLE_PHASES, type MovablePhase } from '../../../contract/core/phase.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type AuditActor, machine } from '../audit/index.ts'
import { entrantOf, reachableMembers } from '../members/index.ts'
import type { RoomRow } from '../rooms/index.ts'
import { closedMail } from './closing.mails.ts'
import type { ClosingParts } from './closing.parts.ts'
import { holdRoom, updatePhase, updateSchedule } from './closing.store.ts'

/** @throws Refusal ROOM_CLOSED */
export function movable(room: Pick<RoomRow, 'phase'>): MovablePhase {
  const phase = MOVABLE_PHASES.find((each) => each === room.phase)
  if (!phase) throw new Refusal('ROOM_CLOSED')
  return phase
}

interface PhaseChange {
  readonly doer: AuditActor
  readonly to: MovablePhase
  readonly scheduled?: true
  /** The log records the restore. */
  readonly restoredTo?: string
}

/** The caller holds the room's lock. */
export async function changePhase(
  tx: Tx,
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'activity' | 'clock'>,
  room: RoomRow,
  { doer: auditActor, to, scheduled, restoredTo }: PhaseChange,
): Promise<void> {
  const from = movable(room)
  if (from === to && restoredTo === undefined) return
  const at = parts.clock.now()
  if (from !== to) await updatePhase(tx, room.id, to, at)
  await parts.activity.record(tx, auditActor, 'room.phase', {
    phase: to,
    from,
    scheduled,
    restoredTo,
  })
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  if (to !== 'closed' || from === to) return
  for (const { id, role_id, name, email } of await reachableMembers(tx, room.id, at)) {
    if (role_id === ROLE.operator) continue
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: id,
      kind: 'room-closed',
      mail: closedMail({ name, email }, room, at),
    })
  }
}

/** The member is locked before the room. */
export async function holdAsOperator(
  tx: Tx,
  parts: Pick<ClosingParts, 'confirm'>,
  actor: Actor,
): Promise<RoomRow> {
  await entrantOf(tx, actor.memberId)
  const room = await holdRoom(tx, actor.roomId)
  await parts.confirm(tx, actor, 'room.end')
  return room
}

export const moveRoom = (
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'confirm' | 'database' | 'activity' | 'clock'>,
  actor: Actor,
  to: MovablePhase,
): Promise<void> =>
  parts.database.transaction(async (tx) =>
    changePhase(tx, parts, await holdAsOperator(tx, parts, actor), { doer: actor, to }),
  )

export const closeRoom = (
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'database' | 'activity' | 'clock'>,
  roomId: number,
): Promise<void> =>
  parts.database.transaction(async (tx) =>
    changePhase(tx, parts, await holdRoom(tx, roomId), { doer: machine(roomId), to: 'closed' }),
  )

/** @throws Refusal CLOSING_PASSED; BAD_REQUEST if closed. */
export async function scheduleClosing(
  parts: Pick<ClosingParts, 'bus' | 'confirm' | 'database' | 'activity' | 'clock'>,
  actor: Actor,
  closesAt: Date | null,
): Promise<void> {
  if (closesAt !== null && closesAt <= parts.clock.now()) throw new Refusal('CLOSING_PASSED')
  await parts.database.transaction(async (tx) => {
    const room = await holdAsOperator(tx, parts, actor)
    if (movable(room) === 'closed') throw new Refusal('BAD_REQUEST')
    if (room.closes_at?.getTime() === closesAt?.getTime()) return
    await updateSchedule(tx, room.id, closesAt)
    await parts.activity.record(tx, actor, 'room.scheduled', {
      closesAt: closesAt?.toISOString() ?? null,
    })
    await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  })
}
