import { type Selectable, sql, type Updateable } from 'kysely'
import type { DeliveryState } from '../../../../contract/features/programs/webhook-events.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'
import { hasLivingKey } from './webhooks.store.ts'

export type DeliveryRow = Selectable<IntegrationTables['webhook_deliveries']>

const deliveries = (db: Queryable) => db.withTables<IntegrationTables>()

type NewDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'room_id' | 'entry_id' | 'event' | 'at'>

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  const column = <K extends keyof NewDelivery>(name: K): NewDelivery[K][] =>
    rows.map((row) => row[name])
  await sql`
    insert into webhook_deliveries (id, webhook_id, room_id, entry_id, event, at, queued_at, next_at)
    select *, at, now() from unnest(
      ${column('id')}::uuid[], ${column('webhook_id')}::bigint[], ${column('room_id')}::bigint[], ${column('entry_id')}::bigint[],
      ${column('event')}::text[], ${column('at')}::timestamptz[]) as given (id, webhook_id, room_id, entry_id, event, at)`.execute(
    tx,
  )
}

export async function findDelivery(db: Queryable, id: string, now: Date) {
  return deliveries(db)
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhook_deliveries')
    .select(['webhooks.sealed', 'webhooks.failures', 'webhooks.resumes_at'])
    .where('webhook_deliveries.id', '=', id)
    .where(hasLivingKey(now))
    .executeTakeFirst()
}

type DeliveryUpdate = Updateable<IntegrationTables['webhook_deliveries']>

/** @returns false after another attempt or the end */
export async function settleDelivery(
  db: Queryable,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  set: DeliveryUpdate,
): Promise<boolean> {
  const settled = deliveries(db).updateTable('webhook_deliveries').set(set).where('id', '=', id)
  const { numUpdatedRows } = await settled
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The caller locks the delivery. */
export async function updateDelivery(tx: Tx, id: string, set: DeliveryUpdate): Promise<void> {
  await deliveries(tx).updateTable('webhook_deliveries').set(set).where('id', '=', id).execute()
}

export async function holdDelivery(
  tx: Tx,
  webhookId: number,
  id: string,
): Promise<DeliveryRow | undefined> {
  return deliveries(tx)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

interface DeliveriesQuery {
  readonly state?: DeliveryState | undefined
  readonly before?: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

export async function findDeliveries(
  db: Queryable,
  webhookId: number,
  { state, before, limit }: DeliveriesQuery,
): Promise<DeliveryRow[]> {
  let found = deliveries(db)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
  if (state !== undefined) found = found.where('state', '=', state)
  if (before) found = found.where(sql<boolean>`(at, id) < (${before.at}, ${before.id}::uuid)`)
  return found.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Includes deliveries of ended keys. @returns how many */
export async function expireDeliveries(
  db: Queryable,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set state = 'failed', fault = 'expired', next_at = null, ended_at = ${now}
    where state = 'waiting' and id = any(array(
      select waiting.id from webhook_deliveries as waiting join webhooks on webhooks.id = waiting.webhook_id
      where waiting.state = 'waiting' and waiting.queued_at < ${before}
        and (waiting.attempts > 0 or webhooks.failures > 0 or not ${hasLivingKey(now)})
      limit ${limit}))`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteDeliveriesBefore(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where ended_at < ${before} limit ${limit}))`.execute(db)
  return Number(numAffectedRows)
}
