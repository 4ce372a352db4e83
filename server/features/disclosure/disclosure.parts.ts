import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ActivityLog, ActivityParts } from '../audit/index.ts'
import type { ContentStore } from '../documents/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'

export interface DisclosureParts {
  readonly database: Database
  readonly keyring: RoomKeyring
  readonly content: ContentStore
  /** Its checkpoint goes into a record, which its key signs. */
  readonly history: ActivityParts
  readonly activity: ActivityLog
  readonly clock: Clock
  readonly throttle: Throttle
  readonly publicUrl: string
  readonly verifyPage: string
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
