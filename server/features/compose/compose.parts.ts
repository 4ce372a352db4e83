import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { StampImages } from '../../workers/image/index.ts'
import type { RenderPool } from '../../workers/render/index.ts'
import type { SealPool } from '../../workers/seal/index.ts'
import type { ActivityLog } from '../activity/index.ts'
import type { DocumentParts } from '../documents/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'
import type { ComposeFiles } from './compose-files.ts'

/** What the use cases of this feature work with. */
export interface ComposeParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly keyring: RoomKeyring
  readonly files: ComposeFiles
  /** Seals small values under the room's key. */
  readonly sealer: Sealer
  /** Reads PDFs that are taken. */
  readonly pool: RenderPool
  /** Puts what people wrote into PDFs, each in a process of its own. */
  readonly seals: SealPool
  /** Decodes images that are stamped. */
  readonly stampImages: StampImages
  /** What documents of the room are read and stored with. */
  readonly documents: DocumentParts
  readonly outbox: Outbox
  readonly activity: ActivityLog
  readonly throttle: Throttle
  /** PDFs pass it as documents do; undefined where none is set up. */
  readonly scanner: Scanner | undefined
  readonly clock: Clock
  readonly bus: HintBus
  readonly log: Log
  readonly publicUrl: string
  /** The actor as it is when a change commits. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
