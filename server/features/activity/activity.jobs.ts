import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { ActivityParts } from './activity.parts.ts'
import { deleteCountsBefore, deleteEntriesBefore } from './activity.store.ts'

const forgetEntries = jobType('activity.forget', z.object({}), { maxAttempts: 3, priority: 10 })

/** So many at a time, so that nobody waits for it. */
const BATCH = 5_000

/** Each night: what the law asks to be kept no longer goes. */
export function activityJobs({ database, clock }: Pick<ActivityParts, 'database' | 'clock'>) {
  return {
    handlers: [
      handle(forgetEntries, async () => {
        const before = new Date(clock.now().getTime() - LIMITS.retentionMs)
        while ((await database.transaction((tx) => deleteEntriesBefore(tx, before, BATCH))) === BATCH);
        // Of the day that has just begun to go some entries are left: it is counted until it is gone.
        await database.transaction((tx) => deleteCountsBefore(tx, before.toISOString().slice(0, 10)))
      }),
    ],
    recurring: [every(forgetEntries, '17 18 * * *')],
  }
}
