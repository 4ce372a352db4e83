import type { ApiKeyScope } from '../../../../contract/core/api-key-scopes.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { deleteWebhooksOf } from '../webhooks/webhooks.store.ts'
import { findKeys, findKeysMadeBy, insertKey, revoke } from './api-keys.store.ts'
import { drawKey } from './key-text.ts'

type ManageKeysParts = Pick<IntegrationParts, 'database' | 'clock' | 'installation'>

export interface NewApiKey {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  readonly endsAt: Date
  readonly madeBy?: number
}

export interface ListedApiKey extends Omit<NewApiKey, 'madeBy'> {
  readonly id: number
  readonly createdAt: Date
  readonly revokedAt: Date | null
  readonly usedAt: Date | null
}

/** The key is shown once, never stored. */
export const createApiKey = (
  parts: ManageKeysParts,
  key: NewApiKey,
): Promise<{ readonly id: number; readonly key: string }> =>
  parts.database.transaction((tx) => createApiKeyIn(tx, parts, key))

/** The actor is confirmed. The key is shown once, never stored. */
export async function createApiKeyIn(
  tx: Tx,
  { clock, installation }: Omit<ManageKeysParts, 'database'>,
  { name, scopes, endsAt, madeBy }: NewApiKey,
): Promise<{ readonly id: number; readonly key: string }> {
  const key = drawKey()
  const hash = installation.hashOf('api-key', key)
  const row = {
    hash,
    name,
    scopes: [...new Set(scopes)],
    created_at: clock.now(),
    ends_at: endsAt,
    made_by: madeBy ?? null,
  }
  return { id: await insertKey(tx, row), key }
}

export async function listApiKeys({
  database,
}: Pick<ManageKeysParts, 'database'>): Promise<ListedApiKey[]> {
  return (await findKeys(database.db)).map((row) => ({
    ...{ id: row.id, name: row.name, scopes: row.scopes, endsAt: row.ends_at },
    ...{ createdAt: row.created_at, revokedAt: row.revoked_at, usedAt: row.used_at },
  }))
}

/** Revokes after running changes. @returns false without such a key */
export const revokeKeyIn = (tx: Tx, id: number, at: Date): Promise<boolean> => revoke(tx, id, at)

/** Also deletes the key's webhooks, which a thief may have made. @returns how many, undefined without such a key */
export async function revokeApiKey(
  parts: Pick<ManageKeysParts, 'database' | 'clock'>,
  id: number,
): Promise<number | undefined> {
  const { database, clock } = parts
  if (!(await database.transaction((tx) => revoke(tx, id, clock.now())))) return undefined
  return database.transaction((tx) => deleteWebhooksOf(tx, id))
}

/** This waits for programs, so it precedes their locks. @returns the revoked keys */
export async function revokeKeysMadeBy(
  tx: Tx,
  administratorId: number,
  at: Date,
): Promise<Pick<ListedApiKey, 'id' | 'name'>[]> {
  const made = await findKeysMadeBy(tx, administratorId)
  for (const { id } of made) await revoke(tx, id, at)
  return made
}
