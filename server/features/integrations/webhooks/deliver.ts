import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DeliveryFault } from '../../../../contract/features/programs/webhook-events.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { addJob, addJobs, type JobContext, jobType } from '../../../platform/jobs/job.ts'
import { type AnnouncedEntry, placeOfEntry } from '../../audit/index.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import {
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  settleDelivery,
} from './deliveries.store.ts'
import { type Posted, post } from './post.ts'
import { signedHeaders } from './sign.ts'
import { openTarget } from './target.ts'
import { webhookEventOf } from './webhook-events.ts'
import { findSubscribed, noteFailure, updateWebhook } from './webhooks.store.ts'

/** These cover killed processes and database errors. */
const JOB_ATTEMPTS = 200

const payload = z.object({
  id: z.uuid(),
  webhookId: z.int(),
  attempts: z.int(),
  looks: z.int(),
})

export const deliverJob = jobType('webhooks.deliver', payload, {
  maxAttempts: JOB_ATTEMPTS,
  priority: 5,
  isOutside: true,
})

type DeliverPayload = z.infer<typeof deliverJob.payload>

const queueOf = ({ webhookId }: DeliverPayload): string => `webhook-${webhookId}`

const GIVEN_UP = 'webhook given up'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The delays add up to about a day. */
const WAITS_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
]

/** The log numbers entries every second, unless very busy. */
const lookAfterMs = (looks: number): number =>
  Math.min(SECOND_MS * 2 ** Math.min(looks, 20), 5 * MINUTE_MS)

/** This excludes delays by a stopped server. */
export const EXPIRES_AFTER_MS = 48 * HOUR_MS

/** More failures than one delivery's pause the webhook. */
const PAUSES_AFTER = 20

function pauseAfter(failures: number): number | undefined {
  if (failures < PAUSES_AFTER) return undefined
  return jittered(Math.min(MINUTE_MS * 2 ** Math.min(failures - PAUSES_AFTER, 20), 30 * MINUTE_MS))
}

const jittered = (ms: number): number => Math.round((ms * randomInt(800, 1_201)) / 1_000)

export async function announceToWebhooks(
  tx: Tx,
  entries: readonly AnnouncedEntry[],
): Promise<void> {
  const reported = entries.flatMap((entry) => {
    const event = webhookEventOf(entry)
    return event === undefined ? [] : [{ ...entry, event }]
  })
  if (reported.length === 0) return
  const now = new Date(Math.max(...reported.map(({ at }) => at.getTime())))
  const subscribed = await findSubscribed(tx, [...new Set(reported.map(({ event }) => event))], now)
  const rows = subscribed.flatMap((webhook) =>
    reported
      .filter(({ event }) => webhook.events.includes(event))
      .map(({ id, roomId, event, at }) => ({
        ...{ id: randomUUID(), webhook_id: webhook.id, room_id: roomId, entry_id: id, event, at },
      })),
  )
  if (rows.length === 0) return
  await insertDeliveries(tx, rows)
  const payloads = rows.map(({ id, webhook_id: webhookId }) => ({
    id,
    webhookId,
    attempts: 0,
    looks: 0,
  }))
  await addJobs(tx, deliverJob, payloads, queueOf)
}

type Queued = Pick<DeliveryRow, 'id' | 'webhook_id' | 'attempts'>

/** The running job queues the next, and does not repeat after a kill. */
export const queueDelivery = (
  tx: Queryable,
  { id, webhook_id, attempts }: Queued,
  { runInMs = 0, looks = 0 } = {},
): Promise<void> => {
  const next = { id, webhookId: webhook_id, attempts, looks }
  return addJob(tx, deliverJob, next, {
    queue: queueOf(next),
    runInMs,
    jobKey: `webhook-delivery-${id}`,
  })
}

type DeliverParts = Pick<
  IntegrationParts,
  'database' | 'clock' | 'log' | 'installation' | 'mayCallLoopback'
>
type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** Receivers recognize duplicates by id and body. */
function messageOf({ id, room_id: roomId, event: type, at }: DeliveryRow, sequence: number) {
  return {
    id: `msg_${id}`,
    body: JSON.stringify({ type, timestamp: at.toISOString(), data: { roomId, sequence } }),
  }
}

export async function deliver(
  parts: DeliverParts,
  { id, attempts, looks }: DeliverPayload,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { database, clock, installation, mayCallLoopback } = parts
  const now = clock.now()
  const found = await findDelivery(database.db, id, now)
  if (found?.state !== 'waiting' || found.attempts !== attempts) return
  if (isExpired(found, now)) return giveUp(parts, found, 'expired')
  const pausedMs = (found.resumes_at?.getTime() ?? 0) - now.getTime()
  if (pausedMs > 0)
    return queueDelivery(database.db, found, { runInMs: pausedMs + randomInt(SECOND_MS) })
  const sequence = found.seq ?? (await placeOfEntry(database.db, found.entry_id))
  if (sequence === undefined) return giveUp(parts, found, 'sequence')
  if (sequence === null)
    return queueDelivery(database.db, found, { runInMs: lookAfterMs(looks), looks: looks + 1 })
  const { url, secret } = openTarget(installation, found.webhook_id, found.sealed)
  const message = messageOf(found, sequence)
  const headers = signedHeaders(secret, { ...message, at: now })
  await settle(
    parts,
    { ...found, seq: sequence },
    await post(url, { body: message.body, headers, signal, mayCallLoopback }),
  )
}

const isExpired = ({ queued_at, attempts, failures }: FoundDelivery, now: Date): boolean =>
  now.getTime() - queued_at.getTime() > EXPIRES_AFTER_MS && (attempts > 0 || failures > 0)

async function giveUp(
  { database, clock, log }: DeliverParts,
  delivery: FoundDelivery,
  fault: DeliveryFault,
): Promise<void> {
  log.warn({ webhookId: delivery.webhook_id, deliveryId: delivery.id, fault }, GIVEN_UP)
  await settleDelivery(database.db, delivery, {
    state: 'failed',
    fault,
    next_at: null,
    ended_at: clock.now(),
  })
}

function settle(
  { database, clock, log }: DeliverParts,
  delivery: FoundDelivery,
  { status, fault }: Posted,
): Promise<void> {
  const { webhook_id: webhookId, id: deliveryId } = delivery
  return database.transaction(async (tx) => {
    const now = clock.now()
    // Attempts during a pause do not count.
    const attempts =
      delivery.attempts + (fault !== undefined && delivery.failures >= PAUSES_AFTER ? 0 : 1)
    const tried = { seq: delivery.seq, attempts, status, fault: fault ?? null }
    const end = { next_at: null, ended_at: now }
    if (fault === undefined) {
      if (delivery.failures > 0)
        await updateWebhook(tx, webhookId, { failures: 0, resumes_at: null })
      await settleDelivery(tx, delivery, { ...tried, ...end, state: 'delivered' })
      return
    }
    const failures = await noteFailure(tx, webhookId)
    const pauseMs = pauseAfter(failures)
    if (pauseMs !== undefined)
      await updateWebhook(tx, webhookId, { resumes_at: new Date(now.getTime() + pauseMs) })
    if (failures === PAUSES_AFTER) log.warn({ webhookId, fault, status }, 'webhook paused')
    const wait = WAITS_MS[attempts - 1]
    if (wait === undefined && attempts > delivery.attempts) {
      log.warn({ webhookId, deliveryId, fault, status }, GIVEN_UP)
      await settleDelivery(tx, delivery, { ...tried, ...end, state: 'failed' })
      return
    }
    const runInMs =
      attempts > delivery.attempts && wait !== undefined ? jittered(wait) : (pauseMs ?? MINUTE_MS)
    if (
      await settleDelivery(tx, delivery, { ...tried, next_at: new Date(now.getTime() + runInMs) })
    )
      await queueDelivery(tx, { ...delivery, attempts }, { runInMs })
  })
}
