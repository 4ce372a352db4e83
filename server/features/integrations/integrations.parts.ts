import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { Secrets } from '../members/index.ts'
import type { RoomRequest } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'
import type { InstallationSecrets } from './installation-secrets.ts'

export interface IntegrationParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly log: Log
  readonly outbox: Outbox
  readonly publicUrl: string
  readonly secrets: Secrets
  readonly installation: InstallationSecrets
  readonly throttle: Throttle
  readonly makeRoom: (tx: Tx, request: RoomRequest) => Promise<{ roomId: number; roomNo: string }>
  readonly mayCallLoopback: boolean
}
