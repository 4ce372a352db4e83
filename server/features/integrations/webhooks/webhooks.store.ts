import { type Insertable, type Selectable, sql } from 'kysely'
import type { WebhookEvent } from '../../../../contract/features/programs/webhook-events.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'

type WebhookRow = Selectable<IntegrationTables['webhooks']>

const webhooks = (db: Queryable) => db.withTables<IntegrationTables>()

/** So that concurrent calls keep to the limit. */
export async function lockWebhooks(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom webhooks', 0))`.execute(tx)
  const { count } = await webhooks(tx)
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The content is encrypted for its id, so that is reserved first. */
export async function nextWebhookId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function insertWebhook(tx: Tx, row: Insertable<IntegrationTables['webhooks']>): Promise<void> {
  await webhooks(tx).insertInto('webhooks').values(row).execute()
}

/** With what still waits. @returns false if there is none. */
export async function deleteWebhook(tx: Tx, id: number): Promise<boolean> {
  return (await webhooks(tx).deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n
}

/** @returns how many. */
export async function deleteWebhooksOf(tx: Tx, keyId: number): Promise<number> {
  return Number((await webhooks(tx).deleteFrom('webhooks').where('key_id', '=', keyId).executeTakeFirst()).numDeletedRows)
}

export async function findWebhooks(db: Queryable) {
  const { rows } = await sql<WebhookRow & { waiting: number; failed: number }>`
    select webhooks.*,
      (select count(*) from webhook_deliveries where webhook_id = webhooks.id and state = 'waiting') as waiting,
      (select count(*) from webhook_deliveries where webhook_id = webhooks.id and state = 'failed') as failed
    from webhooks order by id`.execute(db)
  return rows
}

export async function hasWebhook(db: Queryable, id: number): Promise<boolean> {
  return (await webhooks(db).selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Ids of the webhooks that want each of these events. A removal waits, so that what is written for them has its webhook. */
export async function findSubscribed(tx: Tx, events: readonly WebhookEvent[]): Promise<Pick<WebhookRow, 'id' | 'events'>[]> {
  return webhooks(tx)
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('events', '&&', sql<WebhookEvent[]>`${[...events]}::text[]`)
    .orderBy('id')
    .forKeyShare()
    .execute()
}
