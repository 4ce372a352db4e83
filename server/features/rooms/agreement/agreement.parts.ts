import type { Permission } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import type { HintBus } from '../../../access/hint.ts'
import type { BlobStore } from '../../../platform/blob/blob-store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { RenderPool } from '../../../workers/render/index.ts'
import type { ActivityLog } from '../../audit/index.ts'
import type { RoomKeyring } from '../keys/room-keys.ts'

export interface AgreementParts {
  readonly database: Database
  readonly encryptor: Encryptor
  readonly keyring: RoomKeyring
  readonly blobs: BlobStore
  readonly pool: RenderPool
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
