import type { Permission } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import type { HintBus } from '../../../access/hint.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { StampImages } from '../../../workers/image/index.ts'
import type { ActivityLog } from '../../audit/index.ts'

export interface BrandParts {
  readonly database: Database
  readonly encryptor: Encryptor
  readonly stampImages: StampImages
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
