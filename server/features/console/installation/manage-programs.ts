import type { z } from 'zod'
import {
  type ApiKeyScope,
  CONSOLE_KEY_SCOPES,
  type ConsoleKeyScope,
} from '../../../../contract/core/api-key-scopes.ts'
import type { createApiKey as contract } from '../../../../contract/features/console/console-installation.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createApiKeyIn, listApiKeys, revokeApiKey, revokeKeyIn } from '../../integrations/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import type { Administrator, ConsoleChanges } from '../session/administrator-guard.ts'

const YEAR_MS = 366 * 86_400_000

type CreateKeyForInput = z.output<(typeof contract)['body']>

const isGrantable = (scope: ApiKeyScope): scope is ConsoleKeyScope =>
  CONSOLE_KEY_SCOPES.some((each) => each === scope)

/** @throws Refusal KEY_SCOPE, KEY_END */
export async function createKeyFor(
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  { name, scopes, endsAt }: CreateKeyForInput,
) {
  if (!scopes.every(isGrantable)) throw new Refusal('KEY_SCOPE')
  const end = new Date(endsAt)
  const now = parts.clock.now()
  if (end <= now || end.getTime() > now.getTime() + YEAR_MS) throw new Refusal('KEY_END')
  return change(actor, async (tx) => {
    await noteDone(tx, { by: actor, kind: 'api-key.created', about: name, at: now })
    return createApiKeyIn(tx, parts, { name, scopes, endsAt: end, madeBy: actor.administratorId })
  })
}

/** @throws Refusal NOT_FOUND */
export async function revokeKeyFor(
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  id: number,
): Promise<void> {
  const key = (await listApiKeys(parts)).find((each) => each.id === id)
  if (!key) throw new Refusal('NOT_FOUND')
  await change(actor, async (tx) => {
    await revokeKeyIn(tx, id, parts.clock.now())
    await noteDone(tx, {
      by: actor,
      kind: 'api-key.revoked',
      about: key.name,
      at: parts.clock.now(),
    })
  })
  // Webhooks must go after the commit.
  await revokeApiKey(parts, id)
}

export const listKeys = async (parts: ConsoleParts) =>
  (await listApiKeys(parts)).map(({ createdAt, endsAt, revokedAt, usedAt, scopes, ...key }) => ({
    ...{
      ...key,
      scopes: [...scopes],
      createdAt: createdAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
    ...{ revokedAt: revokedAt?.toISOString() ?? null, usedAt: usedAt?.toISOString() ?? null },
  }))
