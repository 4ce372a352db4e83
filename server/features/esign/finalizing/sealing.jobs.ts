import { z } from 'zod'
import { every, findLivingJobs, handle, jobType } from '../../../platform/jobs/job.ts'
import { queueSealing, sealingJob } from './queue-sealing.ts'
import { sealingHandler } from './seal-document.ts'
import type { SealingParts } from './sealing.parts.ts'
import { findAllSealing } from './sealing.read.ts'

const reviveSealing = jobType('compose.revive-sealing', z.object({}), { maxAttempts: 1 })

export function sealingJobs(parts: SealingParts) {
  return {
    handlers: [sealingHandler(parts), handle(reviveSealing, () => revive(parts))],
    recurring: [every(reviveSealing, '*/10 * * * *')],
  }
}

async function revive({ database, log }: Pick<SealingParts, 'database' | 'log'>): Promise<void> {
  const waiting = await findAllSealing(database.db)
  if (waiting.length === 0) return
  const living = new Set(
    (await findLivingJobs(database.db, sealingJob)).map(({ templateId }) => templateId),
  )
  for (const document of waiting) {
    if (living.has(document.templateId)) continue
    await queueSealing(database.db, document)
    log.warn({ templateId: document.templateId }, 'a document waited to be sealed without a job')
  }
}
