import type { Generated } from 'kysely'
import type { ApiKeyScope } from '../../../contract/core/api-key-scopes.ts'
import type {
  DeliveryFault,
  DeliveryState,
  WebhookEvent,
} from '../../../contract/features/programs/webhook-events.ts'

export type IntegrationTables = {
  api_keys: {
    id: Generated<number>
    /** This is a keyed hash of the API key. */
    hash: Buffer
    name: string
    scopes: ApiKeyScope[]
    created_at: Date
    ends_at: Date
    revoked_at: Generated<Date | null>
    used_at: Generated<Date | null>
    made_by: Generated<number | null>
  }
  api_answers: {
    key_id: number
    /** This is a keyed hash of the Idempotency-Key. */
    name_hash: Buffer
    /** This covers call, parameters and body. */
    request_hash: Buffer
    sealed: Buffer
    at: Date
  }
  webhooks: {
    id: Generated<number>
    key_id: number | null
    made_by: Generated<number | null>
    events: WebhookEvent[]
    sealed: Buffer
    created_at: Date
    failures: Generated<number>
    resumes_at: Generated<Date | null>
  }
  webhook_deliveries: {
    id: string
    webhook_id: number
    room_id: number
    entry_id: number
    event: WebhookEvent
    at: Date
    /** This is the time of the event or the redelivery request. */
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
