import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { ActivityLog } from '../activity/index.ts'
import type { IncomingSpace } from './incoming-space.ts'
import type { ContentStore } from './sealed-content.ts'

/** What features above learn of documents, inside the transaction that changes them. */
export interface DocumentEvents {
  /** Versions have been stored: previews can be made of them. */
  stored(tx: Tx, versions: { roomId: number; versionIds: readonly number[] }): Promise<void>
  /** Documents went into the trash: nobody reads them any more. */
  trashed(tx: Tx, itemIds: readonly number[]): Promise<void>
  /** Versions with these contents were destroyed; copies may hold some of them still. */
  destroyed(tx: Tx, contentUids: readonly string[]): Promise<void>
}

/** Those of the blobs that features above hold: they belong to no document, and are not left over. */
export type HeldAbove = (db: Queryable, blobIds: readonly string[]) => Promise<ReadonlySet<string>>

/** What the use cases of this feature work with. */
export interface DocumentParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly content: ContentStore
  /** What uploads hold before it is booked. */
  readonly incoming: IncomingSpace
  readonly sealer: Sealer
  /** Every content passes it before it becomes a document; undefined where none is set up. */
  readonly scanner: Scanner | undefined
  readonly outbox: Outbox
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly publicUrl: string
  /** How long new documents of a room are gathered for one mail about them, in milliseconds. */
  readonly notifyAfterMs: number
  /** How many days replaced versions are kept; undefined for as long as their document. */
  readonly versionDays: number | undefined
  /** How many days backups of the database are kept. */
  readonly backupDays: number
  readonly events: DocumentEvents
  readonly heldAbove: readonly HeldAbove[]
  /** The actor as it is when a long action commits; a revocation waits for that commit. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
