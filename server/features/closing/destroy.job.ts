import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, jobType } from '../../platform/jobs/job.ts'

/** The minutely check replaces a failed job. */
export const destroyRoom = jobType('ending.destroy', z.object({ roomId: z.int().positive() }), {
  maxAttempts: 5,
})

/** A queue per room prevents overlapping jobs. */
export function queueDestruction(tx: Tx, roomId: number): Promise<void> {
  const lane = `${destroyRoom.name}:${roomId}`
  return addJob(tx, destroyRoom, { roomId }, { jobKey: lane, queue: lane })
}
