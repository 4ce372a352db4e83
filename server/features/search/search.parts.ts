import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Log } from '../../platform/log/log.ts'
import type { RenderPool } from '../../workers/render/index.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { SourceParts } from '../delivery/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { SessionGuard, Throttle } from '../session/index.ts'

export interface SearchParts extends SourceParts {
  readonly database: Database
  readonly keyring: RoomKeyring
  readonly pool: RenderPool
  readonly clock: Clock
  readonly bus: HintBus
  readonly activity: ActivityLog
  readonly throttle: Throttle
  readonly log: Log
  readonly sessions: Pick<SessionGuard, 'renew' | 'watch'>
}
