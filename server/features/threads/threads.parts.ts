import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { DeliveryParts } from '../delivery/index.ts'
import type { ContentStore } from '../documents/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'

export interface ThreadParts {
  readonly database: Database
  readonly keyring: Pick<RoomKeyring, 'content' | 'indexKeysOf' | 'keysToEncrypt'>
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly outbox: Outbox
  readonly clock: Clock
  readonly throttle: Throttle
  readonly publicUrl: string
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}

export interface FileParts extends ThreadParts {
  readonly content: ContentStore
  readonly scanner: Scanner | undefined
  readonly delivery: Pick<
    DeliveryParts,
    'blobs' | 'pool' | 'watermarks' | 'converter' | 'deliveries' | 'pace' | 'log'
  >
}
