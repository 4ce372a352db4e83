import { type Selectable, sql, type Updateable } from 'kysely'
import type { DeliveryState } from '../../../../contract/features/programs/webhook-events.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'

export type DeliveryRow = Selectable<IntegrationTables['webhook_deliveries']>

const deliveries = (db: Queryable) => db.withTables<IntegrationTables>()

type NewDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'room_id' | 'entry_id' | 'event' | 'at'>

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  const column = <K extends keyof NewDelivery>(name: K): NewDelivery[K][] => rows.map((row) => row[name])
  await sql`
    insert into webhook_deliveries (id, webhook_id, room_id, entry_id, event, at, next_at)
    select *, now() from unnest(
      ${column('id')}::uuid[], ${column('webhook_id')}::bigint[], ${column('room_id')}::bigint[], ${column('entry_id')}::bigint[],
      ${column('event')}::text[], ${column('at')}::timestamptz[])`.execute(tx)
}

/** With the encrypted content of its webhook. */
export async function findDelivery(db: Queryable, id: string) {
  return deliveries(db)
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhook_deliveries')
    .select('webhooks.sealed')
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
}

export async function updateDelivery(db: Queryable, id: string, set: Updateable<IntegrationTables['webhook_deliveries']>): Promise<void> {
  await deliveries(db).updateTable('webhook_deliveries').set(set).where('id', '=', id).execute()
}

export async function holdDelivery(tx: Tx, webhookId: number, id: string): Promise<DeliveryRow | undefined> {
  return deliveries(tx)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

interface Listed {
  readonly state?: DeliveryState | undefined
  readonly before?: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

/** Newest first. */
export async function findDeliveries(db: Queryable, webhookId: number, { state, before, limit }: Listed): Promise<DeliveryRow[]> {
  let found = deliveries(db).selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId)
  if (state !== undefined) found = found.where('state', '=', state)
  if (before) found = found.where(sql<boolean>`(at, id) < (${before.at}, ${before.id}::uuid)`)
  return found.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** @returns how many. */
export async function deleteDeliveriesBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where ended_at < ${before} limit ${limit}))`.execute(db)
  return Number(numAffectedRows)
}
