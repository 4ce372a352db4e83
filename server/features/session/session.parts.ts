import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ActivityLog } from '../activity/index.ts'
import type { MemberParts, Secrets } from '../members/index.ts'
import type { Throttle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/** What the use cases of this feature work with. */
export interface SessionParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly outbox: MemberParts['outbox']
  /** The address people use, without a slash at its end. */
  readonly publicUrl: string
  readonly log: Log
}
