import { formatDay } from '../../../../contract/core/room-time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { roomIfAny } from '../../rooms/index.ts'

const DAY_MS = 86_400_000

/** Backups contain deleted data until this day in the room's time zone. */
export async function backupsUntil(
  tx: Tx,
  roomId: number,
  now: Date,
  backupDays: number,
): Promise<string> {
  const room = await roomIfAny(tx, roomId)
  return formatDay(new Date(now.getTime() + backupDays * DAY_MS), room?.zone ?? 'UTC')
}
