import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { addJob, addJobs, type JobContext, jobType } from '../../../platform/jobs/job.ts'
import { type AnnouncedEntry, placeOfEntry } from '../../audit/index.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { type DeliveryRow, findDelivery, insertDeliveries, updateDelivery } from './deliveries.store.ts'
import { type Posted, post } from './post.ts'
import { signedHeaders } from './sign.ts'
import { openTarget } from './target.ts'
import { webhookEventOf } from './webhook-events.ts'
import { findSubscribed } from './webhooks.store.ts'

/** Attempts are counted in the delivery. Those of the job only cover kills and faults of the database. */
const JOB_ATTEMPTS = 200

export const deliverJob = jobType('webhooks.deliver', z.object({ id: z.uuid(), webhookId: z.int() }), {
  maxAttempts: JOB_ATTEMPTS,
  priority: 5,
  isOutside: true,
})

type DeliverPayload = z.infer<typeof deliverJob.payload>

/** One receiver takes one slot, however slow it is and however much waits for it. */
const queueOf = ({ webhookId }: DeliverPayload): string => `webhook-${webhookId}`

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** After each failed attempt; together about a day. */
const WAITS_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
]

/** The log places its entries every second. */
const PLACED_AFTER_MS = SECOND_MS
const PLACED_WITHIN_MS = HOUR_MS

/** A fifth more or less, so that receivers are not met by everything at once. */
const jittered = (ms: number): number => Math.round((ms * randomInt(800, 1_201)) / 1_000)

/** Writes what is to be sent with the entries that it is about. */
export async function announceToWebhooks(tx: Tx, entries: readonly AnnouncedEntry[]): Promise<void> {
  const reported = entries.flatMap((entry) => {
    const event = webhookEventOf(entry)
    return event === undefined ? [] : [{ ...entry, event }]
  })
  if (reported.length === 0) return
  const subscribed = await findSubscribed(tx, [...new Set(reported.map(({ event }) => event))])
  const rows = subscribed.flatMap((webhook) =>
    reported
      .filter(({ event }) => webhook.events.includes(event))
      .map(({ id, roomId, event, at }) => ({
        ...{ id: randomUUID(), webhook_id: webhook.id, room_id: roomId, entry_id: id, event, at },
      })),
  )
  if (rows.length === 0) return
  await insertDeliveries(tx, rows)
  const payloads = rows.map(({ id, webhook_id: webhookId }) => ({ id, webhookId }))
  await addJobs(tx, deliverJob, payloads, queueOf)
}

export const queueDelivery = (tx: Queryable, delivery: Pick<DeliveryRow, 'id' | 'webhook_id'>, runInMs = 0): Promise<void> => {
  const payload = { id: delivery.id, webhookId: delivery.webhook_id }
  return addJob(tx, deliverJob, payload, { queue: queueOf(payload), runInMs })
}

type Parts = Pick<IntegrationParts, 'database' | 'clock' | 'log' | 'installation' | 'mayCallLoopback'>

/** The same id and body at each attempt, so that receivers recognise what they had. */
function messageOf({ id, room_id: roomId, event: type, at }: DeliveryRow, sequence: number) {
  return { id: `msg_${id}`, body: JSON.stringify({ type, timestamp: at.toISOString(), data: { roomId, sequence } }) }
}

/** Does nothing for what was delivered, given up or removed meanwhile. */
export async function deliver(parts: Parts, { id }: DeliverPayload, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
  const { database, clock, installation, mayCallLoopback } = parts
  const found = await findDelivery(database.db, id)
  if (found?.state !== 'waiting') return
  const sequence = found.seq ?? (await placeOfEntry(database.db, found.entry_id))
  if (sequence === undefined) return waitForPlace(parts, found)
  const { url, secret } = openTarget(installation, found.webhook_id, found.sealed)
  const message = messageOf(found, sequence)
  const headers = signedHeaders(secret, { ...message, at: clock.now() })
  await settle(parts, { ...found, seq: sequence }, await post(url, { body: message.body, headers, signal, mayCallLoopback }))
}

/** An entry that was committed a moment ago has no place yet. */
async function waitForPlace({ database, clock }: Parts, delivery: DeliveryRow): Promise<void> {
  const now = clock.now()
  if (now.getTime() - delivery.at.getTime() > PLACED_WITHIN_MS)
    return updateDelivery(database.db, delivery.id, { state: 'failed', fault: 'sequence', next_at: null, ended_at: now })
  await queueDelivery(database.db, delivery, PLACED_AFTER_MS)
}

/** What becomes of it, and its next attempt, commit together. */
async function settle({ database, clock, log }: Parts, delivery: DeliveryRow, { status, fault }: Posted): Promise<void> {
  const now = clock.now()
  const attempts = delivery.attempts + 1
  const tried = { seq: delivery.seq, attempts, status, fault: fault ?? null }
  const wait = WAITS_MS[attempts - 1]
  if (fault === undefined || wait === undefined) {
    if (fault !== undefined) log.warn({ webhookId: delivery.webhook_id, deliveryId: delivery.id, fault, status }, 'webhook given up')
    const state = fault === undefined ? 'delivered' : 'failed'
    return updateDelivery(database.db, delivery.id, { ...tried, state, next_at: null, ended_at: now })
  }
  const runInMs = jittered(wait)
  await database.transaction(async (tx) => {
    await updateDelivery(tx, delivery.id, { ...tried, next_at: new Date(now.getTime() + runInMs) })
    await queueDelivery(tx, delivery, runInMs)
  })
}
