import { z } from 'zod'
import { every, handle, jobType } from '../../../platform/jobs/job.ts'
import { machine } from '../../audit/index.ts'
import { giveBackStorage } from '../../rooms/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import { deleteUnusedImages } from './templates.store.ts'

const UNUSED_MS = 24 * 3_600_000

const tidyImages = jobType('compose.tidy-images', z.object({}), { maxAttempts: 1 })

export function imageJobs(parts: Pick<EsignParts, 'database' | 'activity' | 'clock'>) {
  return {
    handlers: [handle(tidyImages, () => removeUnused(parts))],
    recurring: [every(tidyImages, '29 18 * * *')],
  }
}

const removeUnused = ({
  database,
  activity,
  clock,
}: Pick<EsignParts, 'database' | 'activity' | 'clock'>): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { roomId, count, bytes } of await deleteUnusedImages(
      tx,
      new Date(clock.now().getTime() - UNUSED_MS),
    )) {
      await giveBackStorage(tx, roomId, bytes)
      await activity.record(tx, machine(roomId), 'compose.images-removed', { count, size: bytes })
    }
  })
