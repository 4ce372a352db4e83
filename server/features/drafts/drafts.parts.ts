import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Throttle } from '../session/index.ts'

export interface DraftParts {
  readonly database: Database
  readonly encryptor: Encryptor
  readonly clock: Clock
  readonly throttle: Throttle
}
