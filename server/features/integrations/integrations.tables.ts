import type { Generated } from 'kysely'
import type { ApiKeyScope } from '../../../contract/core/api-key-scopes.ts'
import type { DeliveryFault, DeliveryState, WebhookEvent } from '../../../contract/features/programs/webhook-events.ts'

export type IntegrationTables = {
  api_keys: {
    id: Generated<number>
    /** A keyed hash of the API key. */
    hash: Buffer
    name: string
    scopes: ApiKeyScope[]
    created_at: Date
    ends_at: Date
    revoked_at: Generated<Date | null>
    /** The time of the last use, to the minute. */
    used_at: Generated<Date | null>
    /** The administrator who made the key in the console. */
    made_by: Generated<number | null>
  }
  api_answers: {
    key_id: number
    /** A keyed hash of the Idempotency-Key. */
    name_hash: Buffer
    /** A keyed hash of call, parameters and body. */
    request_hash: Buffer
    /** The encrypted answer. */
    sealed: Buffer
    at: Date
  }
  webhooks: {
    id: Generated<number>
    /** Console webhooks belong to no key, so this is null. */
    key_id: number | null
    /** The administrator who made the webhook in the console. */
    made_by: Generated<number | null>
    events: WebhookEvent[]
    /** The encrypted address and secret. */
    sealed: Buffer
    created_at: Date
    /** The number of failed attempts since the last success. */
    failures: Generated<number>
    /** The end of a pause, before which nothing is sent. */
    resumes_at: Generated<Date | null>
  }
  webhook_deliveries: {
    id: string
    webhook_id: number
    room_id: number
    entry_id: number
    event: WebhookEvent
    at: Date
    /** The time of the event, or of the call that requested a redelivery. */
    queued_at: Date
    seq: Generated<number | null>
    state: Generated<DeliveryState>
    attempts: Generated<number>
    status: Generated<number | null>
    fault: Generated<DeliveryFault | null>
    next_at: Date | null
    ended_at: Generated<Date | null>
  }
}
