import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import { addJob, jobType } from '../../../platform/jobs/job.ts'

/** Makes the sealed document of one that all have signed. It may run again whatever came of it before. */
export const sealDocument = jobType('compose.seal', z.object({ roomId: z.int().positive(), templateId: z.int().positive() }), {
  maxAttempts: 5,
})

/**
 * Documents sealed at the same time, on all nodes together: less than a runner's jobs, so that mails never wait for one; a room is always in the
 * same lane.
 */
const LANES = 2

/** In the transaction that makes the document SEALING. */
export const queueSealing = (tx: Queryable, document: { readonly roomId: number; readonly templateId: number }): Promise<void> =>
  addJob(tx, sealDocument, document, { queue: `compose.seal.${document.roomId % LANES}` })
