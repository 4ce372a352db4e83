import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { ActivityLog } from '../audit/index.ts'

export interface DisclosureParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly clock: Clock
  readonly publicUrl: string
}
