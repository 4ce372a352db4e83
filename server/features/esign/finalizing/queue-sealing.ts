import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import { addJob, jobType } from '../../../platform/jobs/job.ts'

/** The job is idempotent. */
export const sealingJob = jobType('compose.seal', z.object({ roomId: z.int().positive(), templateId: z.int().positive() }), {
  maxAttempts: 5,
})

/** Nodes seal fewer documents at once than a runner has jobs, so that mails never wait. */
const LANES = 2

/** The caller must use the transaction that sets SEALING. */
export const queueSealing = (tx: Queryable, document: { readonly roomId: number; readonly templateId: number }): Promise<void> =>
  addJob(tx, sealingJob, document, { queue: `compose.seal.${document.roomId % LANES}` })
