import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ActivityLog } from './record-activity.ts'
import type { CheckpointSigner } from './tree/checkpoint-signer.ts'

export interface ActivityParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly retention: Encryptor
  readonly signer: CheckpointSigner
  readonly clock: Clock
  readonly log: Log
}
