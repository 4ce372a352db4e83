import { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, jobType } from '../../../platform/jobs/job.ts'

export const publishDue = jobType('documents.publish-due', z.object({}), { maxAttempts: 3 })

/** Queues a job at the exact time, because the recurring job may run up to a minute later. */
export const queueOrder = (tx: Tx, at: Date): Promise<void> =>
  addJob(tx, publishDue, {}, { jobKey: `${publishDue.name}:${at.getTime()}`, runAt: at })
