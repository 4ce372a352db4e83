import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ActivityLog, ActivityParts } from '../audit/index.ts'
import type { DeliveryParts } from '../delivery/index.ts'
import type { EsignFiles } from '../esign/index.ts'
import type { Secrets } from '../members/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'

export interface ArchiveParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly keyring: RoomKeyring
  readonly encryptor: Encryptor
  readonly renditions: DeliveryParts
  readonly files: EsignFiles
  readonly history: ActivityParts
  readonly activity: ActivityLog
  readonly secrets: Secrets
  readonly throttle: Throttle
  readonly verifyPage: string
  readonly clock: Clock
  readonly log: Log
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
