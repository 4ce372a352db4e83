import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import { addJob, jobType } from '../../../platform/jobs/job.ts'

export const sealingJob = jobType(
  'compose.seal',
  z.object({ roomId: z.int().positive(), templateId: z.int().positive() }),
  {
    maxAttempts: 5,
  },
)

/** A runner has more jobs than lanes, so mails never wait. */
const LANES = 2

/** The transaction must set SEALING. */
export const queueSealing = (
  tx: Queryable,
  document: { readonly roomId: number; readonly templateId: number },
): Promise<void> =>
  addJob(tx, sealingJob, document, { queue: `compose.seal.${document.roomId % LANES}` })
