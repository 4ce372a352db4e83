import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, jobType } from '../../platform/jobs/job.ts'

/** Carries on a destruction that has begun. What is left after the last try is begun anew within the minute. */
export const destroyRoom = jobType('ending.destroy', z.object({ roomId: z.int().positive() }), { maxAttempts: 5 })

/** Queues it; a room has a lane of its own, so that one which takes longer than a minute is not begun beside itself each minute. */
export function queueDestruction(tx: Tx, roomId: number): Promise<void> {
  const lane = `${destroyRoom.name}:${roomId}`
  return addJob(tx, destroyRoom, { roomId }, { jobKey: lane, queue: lane })
}
