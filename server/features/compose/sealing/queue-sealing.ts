import { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, jobType } from '../../../platform/jobs/job.ts'

/** Makes the sealed document of one that all have signed. It may run again whatever came of it before. */
export const sealDocument = jobType('compose.seal', z.object({ roomId: z.int().positive(), templateId: z.int().positive() }), {
  maxAttempts: 5,
})

/** In the transaction that makes the document SEALING. */
export const queueSealing = (tx: Tx, document: { readonly roomId: number; readonly templateId: number }): Promise<void> =>
  addJob(tx, sealDocument, document)
