import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { type ApiCaller, confirmKey } from '../keys/api-key-guard.ts'
import { storeAnswer, takeName } from './answers.store.ts'

export const ANSWERS_KEPT_MS = 86_400_000

interface ApiCall {
  readonly actor: ApiCaller
  readonly headers: { readonly 'idempotency-key'?: string | undefined }
  readonly params: unknown
  readonly body: unknown
}

/**
 * Runs a change in a transaction, once for each Idempotency-Key: a repetition gets the first answer, and one at the same time
 * waits for it. A refused call leaves nothing, so that it can be repeated.
 * @param operation name of the call
 * @throws Refusal IDEMPOTENCY_DIFFERS, as `confirmKey`
 */
export function once<Payload>(
  parts: Pick<IntegrationParts, 'database' | 'clock' | 'installation'>,
  operation: string,
  { actor, headers, params, body }: ApiCall,
  work: (tx: Tx) => Promise<Payload>,
): Promise<Payload> {
  const { database, clock, installation } = parts
  const name = headers['idempotency-key']
  return database.transaction(async (tx) => {
    await confirmKey(tx, parts, actor)
    if (name === undefined) return work(tx)
    const named = { keyId: actor.keyId, nameHash: installation.hashOf('idempotency', name) }
    const requestHash = installation.hashOf('request', JSON.stringify([operation, params ?? null, body ?? null]))
    const at = clock.now()
    const stored = await takeName(tx, named, { requestHash, at, keptSince: new Date(at.getTime() - ANSWERS_KEPT_MS) })
    const purpose = `api-answer:${named.keyId}:${named.nameHash.toString('hex')}`
    if (stored && !stored.request_hash.equals(requestHash)) throw new Refusal('IDEMPOTENCY_DIFFERS')
    if (stored) return installation.open(purpose, stored.sealed) as Payload
    const payload = await work(tx)
    await storeAnswer(tx, named, installation.encrypt(purpose, payload))
    return payload
  })
}
