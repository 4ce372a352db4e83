import { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, jobType } from '../../../platform/jobs/job.ts'

export const publishDue = jobType('documents.publish-due', z.object({}), { maxAttempts: 3 })

/** The recurring job may be a minute late. */
export const queueOrder = (tx: Tx, at: Date): Promise<void> =>
  addJob(tx, publishDue, {}, { jobKey: `${publishDue.name}:${at.getTime()}`, runAt: at })
