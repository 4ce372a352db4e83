import type { Generated } from 'kysely'
import type { ApiKeyScope } from '../../../contract/core/api-key-scopes.ts'
import type { DeliveryFault, DeliveryState, WebhookEvent } from '../../../contract/features/programs/webhook-events.ts'

export type IntegrationTables = {
  api_keys: {
    id: Generated<number>
    /** Keyed. */
    hash: Buffer
    name: string
    scopes: ApiKeyScope[]
    created_at: Date
    ends_at: Date
    revoked_at: Generated<Date | null>
    /** To the minute. */
    used_at: Generated<Date | null>
    /** The administrator, of those made in the console. */
    made_by: Generated<number | null>
  }
  api_answers: {
    key_id: number
    /** Of the Idempotency-Key. */
    name_hash: Buffer
    /** Of call, parameters and body. */
    request_hash: Buffer
    /** The answer. */
    sealed: Buffer
    at: Date
  }
  webhooks: {
    id: Generated<number>
    /** Null for those of the console. */
    key_id: number | null
    /** The administrator, of those made in the console. */
    made_by: Generated<number | null>
    events: WebhookEvent[]
    /** Address and secret. */
    sealed: Buffer
    created_at: Date
    /** Failed attempts since the last that succeeded. */
    failures: Generated<number>
    /** Nothing is sent before. */
    resumes_at: Generated<Date | null>
  }
  webhook_deliveries: {
    id: string
    webhook_id: number
    room_id: number
    entry_id: number
    event: WebhookEvent
    at: Date
    /** That of the event, or of the call that sends it again. */
    queued_at: Date
    /** Place of the entry in the log. */
    seq: Generated<number | null>
    state: Generated<DeliveryState>
    attempts: Generated<number>
    status: Generated<number | null>
    fault: Generated<DeliveryFault | null>
    next_at: Date | null
    ended_at: Generated<Date | null>
  }
}
