import { z } from 'zod'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { deleteAnswersBefore } from './calls/answers.store.ts'
import { ANSWERS_KEPT_MS } from './calls/once.ts'
import type { IntegrationParts } from './integrations.parts.ts'
import { deliver, deliverJob, EXPIRES_AFTER_MS } from './webhooks/deliver.ts'
import { deleteDeliveriesBefore, expireDeliveries } from './webhooks/deliveries.store.ts'

const prune = jobType('integrations.prune', z.object({}), { maxAttempts: 3, priority: 10 })

const DELIVERIES_KEPT_MS = 30 * 86_400_000
const BATCH = 5_000

type JobParts = Pick<
  IntegrationParts,
  'database' | 'clock' | 'log' | 'installation' | 'mayCallLoopback'
>

async function pruneOld({ database: { db }, clock }: JobParts, signal: AbortSignal): Promise<void> {
  const now = clock.now().getTime()
  const expired = { before: new Date(now - EXPIRES_AFTER_MS), now: new Date(now), limit: BATCH }
  const works = [
    () => deleteAnswersBefore(db, new Date(now - ANSWERS_KEPT_MS), BATCH),
    () => expireDeliveries(db, expired),
    () => deleteDeliveriesBefore(db, new Date(now - DELIVERIES_KEPT_MS), BATCH),
  ]
  for (const work of works) while (!signal.aborted && (await work()) === BATCH);
}

export const integrationJobs = (parts: JobParts) => ({
  handlers: [
    handle(deliverJob, (payload, context) => deliver(parts, payload, context)),
    handle(prune, (_, { signal }) => pruneOld(parts, signal)),
  ],
  recurring: [every(prune, '23 * * * *')],
})
