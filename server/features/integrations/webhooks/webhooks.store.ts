import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { WebhookEvent } from '../../../../contract/features/programs/webhook-events.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'

type WebhookRow = Selectable<IntegrationTables['webhooks']>

const webhooks = (db: Queryable) => db.withTables<IntegrationTables>()

export type Owner = number | 'console'

const isOf = (owner: Owner) =>
  owner === 'console'
    ? sql<boolean>`webhooks.key_id is null`
    : sql<boolean>`webhooks.key_id = ${owner}`

/** Ended keys' webhooks receive and count nothing. */
export const hasLivingKey = (now: Date) => sql<boolean>`(webhooks.key_id is null or exists (
  select from api_keys where api_keys.id = webhooks.key_id and revoked_at is null and ends_at > ${now}))`

interface WebhookCounts {
  readonly inAll: number
  readonly ofKey: number
}

/** Concurrent limit checks wait. */
export async function lockWebhooks(tx: Tx, owner: Owner, now: Date): Promise<WebhookCounts> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom webhooks', 0))`.execute(tx)
  return webhooks(tx)
    .selectFrom('webhooks')
    .select(({ fn }) => [
      fn.countAll<number>().as('inAll'),
      fn.countAll<number>().filterWhere(isOf(owner)).as('ofKey'),
    ])
    .where(hasLivingKey(now))
    .executeTakeFirstOrThrow()
}

/** Encryption binds content to the id. */
export async function nextWebhookId(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function insertWebhook(
  tx: Tx,
  row: Insertable<IntegrationTables['webhooks']>,
): Promise<void> {
  await webhooks(tx).insertInto('webhooks').values(row).execute()
}

/** @returns false if there is none */
export async function deleteWebhook(
  tx: Tx,
  owner: Owner | undefined,
  id: number,
): Promise<boolean> {
  const deleted = webhooks(tx)
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where(owner === undefined ? sql<boolean>`true` : isOf(owner))
  return (await deleted.executeTakeFirst()).numDeletedRows === 1n
}

export async function deleteWebhooksOf(tx: Tx, keyId: number): Promise<number> {
  return Number(
    (await webhooks(tx).deleteFrom('webhooks').where('key_id', '=', keyId).executeTakeFirst())
      .numDeletedRows,
  )
}

/** Includes webhooks of the administrator's keys. @returns their ids */
export async function deleteWebhooksMadeBy(tx: Tx, administratorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from webhooks
    where made_by = ${administratorId} or key_id in (select id from api_keys where made_by = ${administratorId})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function findWebhooks(db: Queryable, owner: Owner | undefined) {
  const { rows } = await sql<WebhookRow & { waiting: number; failed: number; key: string | null }>`
    select webhooks.*, (select name from api_keys where api_keys.id = webhooks.key_id) as key,
      (select count(*) from webhook_deliveries where webhook_id = webhooks.id and state = 'waiting') as waiting,
      (select count(*) from webhook_deliveries where webhook_id = webhooks.id and state = 'failed') as failed
    from webhooks where ${owner === undefined ? sql<boolean>`true` : isOf(owner)} order by id`.execute(
    db,
  )
  return rows
}

export async function hasWebhook(
  db: Queryable,
  owner: Owner | undefined,
  id: number,
): Promise<boolean> {
  const found = webhooks(db)
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .where(owner === undefined ? sql<boolean>`true` : isOf(owner))
  return (await found.executeTakeFirst()) !== undefined
}

export async function noteFailure(tx: Tx, id: number): Promise<number> {
  const noted = webhooks(tx)
    .updateTable('webhooks')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
  return (await noted.returning('failures').executeTakeFirst())?.failures ?? 0
}

/** The webhook is locked before its deliveries. */
export async function updateWebhook(
  tx: Tx,
  id: number,
  set: Pick<Updateable<IntegrationTables['webhooks']>, 'failures' | 'resumes_at'>,
) {
  await webhooks(tx).updateTable('webhooks').set(set).where('id', '=', id).execute()
}

/** Removals wait. */
export async function findSubscribed(
  tx: Tx,
  events: readonly WebhookEvent[],
  now: Date,
): Promise<Pick<WebhookRow, 'id' | 'events'>[]> {
  return webhooks(tx)
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('events', '&&', sql<WebhookEvent[]>`${[...events]}::text[]`)
    .where(hasLivingKey(now))
    .orderBy('id')
    .forKeyShare()
    .execute()
}
