import { z } from 'zod'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { machine } from '../activity/index.ts'
import { bookStorage } from '../rooms/index.ts'
import type { ComposeParts } from './compose.parts.ts'
import { deleteUnusedImages } from './templates.store.ts'

/** So long an image is kept that its author has put onto no page yet. */
const UNUSED_MS = 24 * 3_600_000

const tidyImages = jobType('compose.tidy-images', z.object({}), { maxAttempts: 1 })

/** Each day: images for stamping that stand on no page are removed, and their rooms have the storage again. */
export function imageJobs(parts: Pick<ComposeParts, 'database' | 'activity' | 'clock'>) {
  return { handlers: [handle(tidyImages, () => removeUnused(parts))], recurring: [every(tidyImages, '29 18 * * *')] }
}

const removeUnused = ({ database, activity, clock }: Pick<ComposeParts, 'database' | 'activity' | 'clock'>): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { roomId, count, bytes } of await deleteUnusedImages(tx, new Date(clock.now().getTime() - UNUSED_MS))) {
      await bookStorage(tx, roomId, -bytes, 0)
      await activity.record(tx, machine(roomId), 'compose.images-removed', { count, size: bytes })
    }
  })
