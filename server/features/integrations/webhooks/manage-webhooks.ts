import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { instant } from '../../../../contract/core/schemas.ts'
import type {
  DeliveryState,
  WebhookEvent,
} from '../../../../contract/features/programs/webhook-events.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { queueDelivery } from './deliver.ts'
import {
  type DeliveryRow,
  findDeliveries,
  holdDelivery,
  updateDelivery,
} from './deliveries.store.ts'
import { allowedUrl } from './post.ts'
import { drawSecret } from './sign.ts'
import { encryptTarget, openTarget } from './target.ts'
import {
  deleteWebhook,
  deleteWebhooksMadeBy,
  findWebhooks,
  hasWebhook,
  insertWebhook,
  lockWebhooks,
  nextWebhookId,
  type Owner,
  updateWebhook,
} from './webhooks.store.ts'

type NewOwner = number | { readonly administratorId: number }

/** The limit equals the slots. One key leaves half free. */
const WEBHOOKS_MAX = { inAll: 8, ofKey: 4 }

type ManageWebhooksParts = Pick<IntegrationParts, 'clock' | 'installation' | 'mayCallLoopback'>

export const listWebhooks = (
  parts: Pick<IntegrationParts, 'database' | 'installation'>,
  keyId: number,
) => listOf(parts, keyId)

const PATH_SHOWN = 5

/** Paths and queries may contain secrets. */
function shortened(text: string): string {
  const { origin, pathname, search } = new URL(text)
  return pathname.length <= PATH_SHOWN && search === ''
    ? `${origin}${pathname}`
    : `${origin}${pathname.slice(0, PATH_SHOWN)}…`
}

/** Addresses of key webhooks are shortened. */
export const listAllWebhooks = async (parts: Pick<IntegrationParts, 'database' | 'installation'>) =>
  (await listOf(parts, undefined)).map((each) =>
    each.key === null ? each : { ...each, url: shortened(each.url) },
  )

async function listOf(
  { database: { db }, installation }: Pick<IntegrationParts, 'database' | 'installation'>,
  owner: Owner | undefined,
) {
  return (await findWebhooks(db, owner)).map(
    ({ id, key, events, created_at, sealed: encrypted, waiting, failed, resumes_at }) => ({
      ...{ id, key, events, waiting, failed, pausedUntil: resumes_at?.toISOString() ?? null },
      url: openTarget(installation, id, encrypted).url,
      createdAt: created_at.toISOString(),
    }),
  )
}

/** @throws Refusal WEBHOOK_URL, TOO_MANY_WEBHOOKS, UPGRADE_RUNNING */
export async function createWebhook(
  tx: Tx,
  { clock, installation, mayCallLoopback }: ManageWebhooksParts,
  maker: NewOwner,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEvent[] },
) {
  const [owner, madeBy] =
    typeof maker === 'number' ? [maker, null] : (['console', maker.administratorId] as const)
  const allowed = allowedUrl(url, mayCallLoopback)
  if (!allowed) throw new Refusal('WEBHOOK_URL')
  // Earlier releases would not announce changes.
  await relyOn(tx, owner === 'console' ? RELEASE_RULES.console : RELEASE_RULES.programs)
  const { inAll, ofKey } = await lockWebhooks(tx, owner, clock.now())
  if (inAll >= WEBHOOKS_MAX.inAll || ofKey >= WEBHOOKS_MAX.ofKey)
    throw new Refusal('TOO_MANY_WEBHOOKS', { variables: WEBHOOKS_MAX })
  const id = await nextWebhookId(tx)
  const secret = drawSecret()
  const encrypted = encryptTarget(installation, id, { url: allowed.href, secret })
  await insertWebhook(tx, {
    id,
    key_id: owner === 'console' ? null : owner,
    made_by: madeBy,
    events: [...new Set(events)],
    sealed: encrypted,
    created_at: clock.now(),
  })
  return { id, secret }
}

/** No room operation may wait. @returns their ids */
export const removeWebhooksMadeBy = (tx: Tx, administratorId: number): Promise<number[]> =>
  deleteWebhooksMadeBy(tx, administratorId)

/** @param owner undefined for callers who may remove all @throws Refusal NOT_FOUND */
export async function removeWebhook(tx: Tx, owner: Owner | undefined, id: number): Promise<void> {
  if (!(await deleteWebhook(tx, owner, id))) throw new Refusal('NOT_FOUND')
}

const place = z.tuple([instant, z.uuid()]).transform(([at, id]) => ({ at: new Date(at), id }))

const presentDelivery = (row: DeliveryRow) => ({
  ...{
    id: row.id,
    type: row.event,
    roomId: row.room_id,
    sequence: row.seq,
    state: row.state,
    attempts: row.attempts,
  },
  ...{
    status: row.status,
    fault: row.fault,
    timestamp: row.at.toISOString(),
    nextAt: row.next_at?.toISOString() ?? null,
  },
})

interface ListDeliveriesInput {
  readonly state?: DeliveryState | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** @throws Refusal NOT_FOUND */
export async function listDeliveries(
  db: Queryable,
  { owner, webhookId }: { readonly owner: Owner | undefined; readonly webhookId: number },
  { state, cursor, limit = LIMITS.listDefault }: ListDeliveriesInput,
) {
  if (!(await hasWebhook(db, owner, webhookId))) throw new Refusal('NOT_FOUND')
  const before = cursor === undefined ? undefined : decodeCursor(cursor, place)
  const found = await findDeliveries(db, webhookId, { state, before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ at, id }) =>
    encodeCursor([at.toISOString(), id]),
  )
  return { payload: rows.map(presentDelivery), nextCursor }
}

/** Ends a pause. @throws Refusal NOT_FOUND, DELIVERY_WAITING */
export async function redeliver(
  tx: Tx,
  { clock }: Pick<ManageWebhooksParts, 'clock'>,
  owner: Owner | undefined,
  { webhookId, deliveryId }: { readonly webhookId: number; readonly deliveryId: string },
): Promise<void> {
  if (!(await hasWebhook(tx, owner, webhookId))) throw new Refusal('NOT_FOUND')
  await updateWebhook(tx, webhookId, { resumes_at: null })
  const delivery = await holdDelivery(tx, webhookId, deliveryId)
  if (!delivery) throw new Refusal('NOT_FOUND')
  if (delivery.state === 'waiting') throw new Refusal('DELIVERY_WAITING')
  const now = clock.now()
  await updateDelivery(tx, deliveryId, {
    state: 'waiting',
    attempts: 0,
    queued_at: now,
    next_at: now,
    ended_at: null,
  })
  await queueDelivery(tx, { ...delivery, attempts: 0 })
}
