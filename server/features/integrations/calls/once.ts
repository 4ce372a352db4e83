import type { Tx } from '../../../platform/db/database.ts'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { type ApiCaller, confirmKey } from '../keys/api-key-guard.ts'
import { findAnswer, type StoredAnswer, storeAnswer, takeName } from './answers.store.ts'

export const ANSWERS_KEPT_MS = 86_400_000

interface ApiCall {
  readonly actor: ApiCaller
  readonly headers: { readonly 'idempotency-key'?: string | undefined }
  readonly params: unknown
  readonly body: unknown
}

type OnceParts = Pick<IntegrationParts, 'database' | 'clock' | 'installation' | 'throttle'>
type Work<Payload> = (tx: Tx) => Promise<Payload>

/** Changes hold database connections. */
const AT_ONE_TIME = { perMember: 2, retryAfter: 1, code: 'API_KEY_BUSY' } as const
/** A leaked key could take all connections. */
const READS_AT_ONE_TIME = { ...AT_ONE_TIME, perMember: 4 } as const

/** @throws Refusal API_KEY_BUSY */
export type Read = <Payload>(actor: ApiCaller, work: () => Promise<Payload>) => Promise<Payload>

export function createReads(): Read {
  const running = new ConcurrencyLimiter(READS_AT_ONE_TIME)
  return async ({ keyId }, work) => {
    const release = running.take(keyId)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

export interface ProgramChanges {
  /** Takes no Idempotency-Key. @throws Refusal API_KEY_BUSY, TOO_MANY, as `confirmKey` */
  change<Payload>(actor: ApiCaller, work: Work<Payload>): Promise<Payload>
  /**
   * Repeated Idempotency-Keys get the first answer; refused calls can be repeated.
   * @param operation name of the call
   * @param prepare slow work before the transaction, skipped for a stored answer
   * @throws Refusal IDEMPOTENCY_DIFFERS, as `change`
   */
  once<Payload>(
    operation: string,
    call: ApiCall,
    prepare: () => Work<Payload> | Promise<Work<Payload>>,
  ): Promise<Payload>
}

/** A runaway program blocks nobody. */
export function createChanges(parts: OnceParts): ProgramChanges {
  const running = new ConcurrencyLimiter(AT_ONE_TIME)
  const bounded = async <T>({ keyId }: ApiCaller, work: () => Promise<T>): Promise<T> => {
    const release = running.take(keyId)
    try {
      await parts.throttle.count('program', `${keyId}`)
      return await work()
    } finally {
      release()
    }
  }
  const confirmed = <T>(actor: ApiCaller, work: Work<T>): Promise<T> =>
    parts.database.transaction(async (tx) => {
      await confirmKey(tx, parts, actor)
      return work(tx)
    })
  return {
    change: (actor, work) => bounded(actor, () => confirmed(actor, work)),
    once: (operation, call, prepare) =>
      bounded(call.actor, async () => {
        const named = nameOf(parts, operation, call)
        if (named === undefined) return confirmed(call.actor, await prepare())
        const stored = await findAnswer(parts.database.db, named, named.keptSince)
        if (stored)
          return openAnswer(parts, named, stored) as Awaited<
            ReturnType<Awaited<ReturnType<typeof prepare>>>
          >
        const work = await prepare()
        return confirmed(call.actor, (tx) => namedOnce(tx, parts, named, work))
      }),
  }
}

type NamedCall = NonNullable<ReturnType<typeof nameOf>>

function nameOf(
  { installation, clock }: OnceParts,
  operation: string,
  { actor, headers, params, body }: ApiCall,
) {
  const name = headers['idempotency-key']
  if (name === undefined) return undefined
  const at = clock.now()
  const nameHash = installation.hashOf('idempotency', name)
  return {
    ...{ keyId: actor.keyId, nameHash, at, keptSince: new Date(at.getTime() - ANSWERS_KEPT_MS) },
    requestHash: installation.hashOf(
      'request',
      JSON.stringify([operation, params ?? null, body ?? null]),
    ),
    purpose: `api-answer:${actor.keyId}:${nameHash.toString('hex')}`,
  }
}

function openAnswer(
  { installation }: OnceParts,
  { requestHash, purpose }: NamedCall,
  stored: StoredAnswer,
): unknown {
  if (!stored.request_hash.equals(requestHash)) throw new Refusal('IDEMPOTENCY_DIFFERS')
  return installation.open(purpose, stored.sealed)
}

async function namedOnce<Payload>(
  tx: Tx,
  parts: OnceParts,
  named: NamedCall,
  work: Work<Payload>,
): Promise<Payload> {
  const stored = await takeName(tx, named, named)
  if (stored) return openAnswer(parts, named, stored) as Payload
  const payload = await work(tx)
  await storeAnswer(tx, named, parts.installation.encrypt(named.purpose, payload))
  return payload
}
