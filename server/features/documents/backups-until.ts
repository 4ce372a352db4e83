import { formatDay } from '../../../contract/core/room-time.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findRoom } from '../rooms/index.ts'

const DAY_MS = 86_400_000

/** The last day, in the room's zone, on which a backup of the database may hold what goes now: the newest one is from just before. */
export async function backupsUntil(tx: Tx, roomId: number, now: Date, backupDays: number): Promise<string> {
  const room = await findRoom(tx, roomId)
  return formatDay(new Date(now.getTime() + backupDays * DAY_MS), room?.zone ?? 'UTC')
}
