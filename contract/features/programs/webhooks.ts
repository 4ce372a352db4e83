import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id, instant, pathId, queryPaging } from '../../core/schemas.ts'
import { idempotency } from './programs.ts'
import { DELIVERY_FAULTS, DELIVERY_STATES, WEBHOOK_EVENTS } from './webhook-events.ts'

const PATH = '/platform/webhooks'

const call = { credential: 'apiKey', scope: 'webhooks:write', delivers: 'none' } as const

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length)
const params = z.strictObject({ id: pathId })

export const webhookBody = z.strictObject({ url: z.string().min(1).max(2_000), events })

export const webhookRow = z.object({
  id,
  url: z.string(),
  events,
  createdAt: instant,
  waiting: z.int(),
  failed: z.int(),
  /** Twenty failed attempts in a row cause this pause. */
  pausedUntil: instant.nullable(),
})

export const deliveryRow = z.object({
  id: z.uuid(),
  type: z.enum(WEBHOOK_EVENTS),
  timestamp: instant,
  roomId: id,
  /** Null means no place yet. */
  sequence: z.int().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().nonnegative(),
  /** Null means no answer. */
  status: z.int().nullable(),
  fault: z.enum(DELIVERY_FAULTS).nullable(),
  nextAt: instant.nullable(),
})

export const list = operation({
  ...call,
  name: 'webhooks.list',
  method: 'GET',
  path: PATH,
  summary: 'Lists the webhooks created with the key, without secrets.',
  answer: {
    kind: 'json',
    payload: z.array(webhookRow),
  },
})

export const create = operation({
  ...call,
  name: 'webhooks.create',
  method: 'POST',
  path: PATH,
  summary: 'Creates a webhook. Only this answer contains its secret.',
  headers: idempotency,
  body: webhookBody,
  answer: { kind: 'json', payload: z.object({ id, secret: z.string() }) },
})

export const remove = operation({
  ...call,
  name: 'webhooks.remove',
  method: 'DELETE',
  path: PATH,
  summary: 'Deletes a webhook and its unsent deliveries.',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const removeByPath = operation({
  ...call,
  name: 'webhooks.removeByPath',
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Deletes the webhook in the path and its unsent deliveries.',
  params,
  answer: { kind: 'json', payload: done },
})

export const deliveries = operation({
  ...call,
  name: 'webhooks.deliveries',
  method: 'GET',
  path: `${PATH}/:id/deliveries`,
  summary:
    'Lists sent and waiting deliveries, newest first; `state=failed` lists those given up. Deliveries are kept for 30 days.',
  params,
  query: z.strictObject({ ...queryPaging, state: z.enum(DELIVERY_STATES).optional() }),
  answer: {
    kind: 'json',
    payload: z.array(deliveryRow),
    paged: true,
  },
})

export const redeliver = operation({
  ...call,
  name: 'webhooks.redeliver',
  method: 'POST',
  path: `${PATH}/:id/deliveries/:deliveryId/redeliver`,
  summary: 'Resends a delivery that was received or given up, with its original webhook-id.',
  params: z.strictObject({ id: pathId, deliveryId: z.uuid() }),
  answer: { kind: 'json', payload: done },
})
