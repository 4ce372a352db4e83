import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ActivityLog } from './record-activity.ts'
import type { CheckpointSigner } from './tree/checkpoint-signer.ts'

/** What the activity log is read and proven with. */
export interface ActivityParts {
  readonly database: Database
  readonly activity: ActivityLog
  /** Seals under the room's retention key. */
  readonly retention: Sealer
  readonly signer: CheckpointSigner
  readonly clock: Clock
  readonly log: Log
}
