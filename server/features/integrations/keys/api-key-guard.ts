import type { ApiKeyScope } from '../../../../contract/core/api-key-scopes.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addressOf } from '../../../platform/http/address-of.ts'
import type { ApiKeyGuard } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { AuditActor } from '../../audit/index.ts'
import { throttleSubject } from '../../session/index.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { type ApiKeyRow, findKey, holdKey, noteUse } from './api-keys.store.ts'
import { isKeyText } from './key-text.ts'

export interface ApiCaller {
  readonly keyId: number
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  readonly address: string
}

const BEARER = /^Bearer (\S{1,600})$/i
const MINUTE_MS = 60_000

const isOver = ({ revoked_at, ends_at }: ApiKeyRow, now: Date): boolean =>
  revoked_at !== null || ends_at <= now

function refuseEnded(row: ApiKeyRow | undefined, now: Date): asserts row is ApiKeyRow {
  if (!row) throw new Refusal('API_KEY')
  if (row.revoked_at !== null) throw new Refusal('API_KEY_REVOKED')
  if (row.ends_at <= now) throw new Refusal('API_KEY_ENDED')
}

/** Ignores sessions. Unknown, ended and revoked keys count against their network. */
export function createApiKeyGuard({
  database: { db },
  clock,
  installation,
  throttle,
  log,
}: Pick<
  IntegrationParts,
  'database' | 'clock' | 'installation' | 'throttle' | 'log'
>): ApiKeyGuard<ApiCaller> {
  /** An ended key may be stolen. */
  const noteLastUse = async (row: ApiKeyRow, now: Date): Promise<void> => {
    const minute = new Date(now.getTime() - (now.getTime() % MINUTE_MS))
    if (row.used_at !== null && row.used_at >= minute) return
    try {
      const isNoted = await noteUse(db, row.id, minute)
      if (isNoted && isOver(row, now))
        log.warn({ keyId: row.id }, 'an API key was used after its end')
    } catch (error) {
      log.warn({ err: error, keyId: row.id }, 'the use of an API key could not be recorded')
    }
  }
  return {
    async admit(request, scope) {
      const text = BEARER.exec(request.headers.authorization ?? '')?.[1]
      if (text === undefined) throw new Refusal('API_KEY')
      const now = clock.now()
      const row = isKeyText(text)
        ? await findKey(db, installation.hashOf('api-key', text))
        : undefined
      if (row) await noteLastUse(row, now)
      if (!row || isOver(row, now))
        await throttle.count('api-key', throttleSubject(addressOf(request)))
      refuseEnded(row, now)
      if (!row.scopes.includes(scope)) throw new Refusal('API_KEY_SCOPE', { variables: { scope } })
      return { keyId: row.id, name: row.name, scopes: row.scopes, address: addressOf(request) }
    },
  }
}

/** Rereads the key in the transaction. @throws Refusal API_KEY, API_KEY_REVOKED, API_KEY_ENDED */
export async function confirmKey(
  tx: Tx,
  { clock }: Pick<IntegrationParts, 'clock'>,
  { keyId }: ApiCaller,
): Promise<void> {
  refuseEnded(await holdKey(tx, keyId), clock.now())
}

export const auditActorOf = ({
  name,
  address,
}: Pick<ApiCaller, 'name' | 'address'>): Omit<AuditActor, 'roomId'> => ({
  ...{ memberId: null, userId: null, name, position: 'API', email: '', address },
})
