import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Throttle } from '../session/index.ts'

/** What the use cases of this feature work with. */
export interface DraftParts {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
  readonly throttle: Throttle
}
