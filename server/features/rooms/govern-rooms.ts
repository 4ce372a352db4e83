import type { HintBus } from '../../access/hint.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ActivityLog, AuditActor } from '../audit/index.ts'
import { roomOf } from './find-room.ts'
import { findRoomsAfter, type RoomRow } from './rooms.read.ts'
import { holdTree, updateLimits, updateRoomName } from './rooms.store.ts'

interface GovernRoomsParts {
  readonly activity: ActivityLog
  readonly bus: HintBus
}

export const roomsAfter = (db: Queryable, after: number, limit: number): Promise<RoomRow[]> =>
  findRoomsAfter(db, after, limit)

/** The actor is confirmed. */
export async function renameRoom(
  tx: Tx,
  { activity, bus }: GovernRoomsParts,
  actor: AuditActor,
  name: string,
): Promise<void> {
  const before = await updateRoomName(tx, actor.roomId, name)
  if (before !== name) await activity.record(tx, actor, 'room.renamed', { name, before })
  await bus.publish(tx, { room: actor.roomId, kind: 'room' })
}

export interface RoomLimits {
  readonly storage?: number | undefined
  readonly users?: number | undefined
}

/** @throws Refusal NOT_FOUND, STORAGE_IN_USE */
export async function changeLimits(
  tx: Tx,
  { activity, bus }: GovernRoomsParts,
  actor: AuditActor,
  to: RoomLimits,
): Promise<void> {
  await holdTree(tx, actor.roomId)
  const before = await roomOf(tx, actor.roomId)
  const limits = {
    storage: to.storage ?? before.storage_limit,
    users: to.users ?? before.user_limit,
  }
  if (limits.storage === before.storage_limit && limits.users === before.user_limit) return
  if (!(await updateLimits(tx, actor.roomId, limits))) throw new Refusal('STORAGE_IN_USE')
  await activity.record(tx, actor, 'room.limits', limits)
  await bus.publish(tx, { room: actor.roomId, kind: 'room' })
}
