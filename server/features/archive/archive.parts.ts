import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ActivityLog, ActivityParts } from '../activity/index.ts'
import type { ComposeFiles } from '../compose/index.ts'
import type { Secrets } from '../members/index.ts'
import type { RenditionParts } from '../renditions/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'

/** What the use cases of this feature work with. */
export interface ArchiveParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly keyring: RoomKeyring
  /** Seals small values under the room's key. */
  readonly sealer: Sealer
  /** The gate that documents pass. */
  readonly renditions: RenditionParts
  /** The PDFs of documents that are signed. */
  readonly files: ComposeFiles
  readonly history: ActivityParts
  readonly activity: ActivityLog
  /** Operator codes are asked for afresh with these two. */
  readonly secrets: Secrets
  readonly throttle: Throttle
  /** The page that checks an archive without a server: its file. */
  readonly verifyPage: string
  readonly clock: Clock
  readonly log: Log
  /** The actor as it is when a change commits. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
