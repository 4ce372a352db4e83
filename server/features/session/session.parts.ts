import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Log } from '../../platform/log/log.ts'
import type { RelyingParty } from '../../platform/oidc/relying-party.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { MemberParts, Secrets } from '../members/index.ts'
import type { Throttle } from './throttling/throttle.ts'
import type { Tokens } from './tokens.ts'

export interface SessionParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly outbox: MemberParts['outbox']
  readonly encryptor: MemberParts['encryptor']
  /** The URL has no trailing slash. */
  readonly publicUrl: string
  readonly log: Log
  readonly relyingParties: readonly RelyingParty[]
}
