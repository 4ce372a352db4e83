import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { ActivityParts } from './audit.parts.ts'
import { deleteCountsBefore, deleteEntriesBefore } from './audit.store.ts'

const forgetEntries = jobType('activity.forget', z.object({}), { maxAttempts: 3, priority: 10 })

const BATCH = 5_000

export function activityJobs({ database, clock }: Pick<ActivityParts, 'database' | 'clock'>) {
  return {
    handlers: [
      handle(forgetEntries, async () => {
        const before = new Date(clock.now().getTime() - LIMITS.retentionMs)
        while (
          (await database.transaction((tx) => deleteEntriesBefore(tx, before, BATCH))) === BATCH
        );
        await database.transaction((tx) =>
          deleteCountsBefore(tx, before.toISOString().slice(0, 10)),
        )
      }),
    ],
    recurring: [every(forgetEntries, '17 18 * * *')],
  }
}
