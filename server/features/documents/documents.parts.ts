import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { ContentStore } from './storage/encrypted-content.ts'
import type { IncomingSpace } from './upload/incoming-space.ts'

/** Who ordered a publication, and is not asked when it is carried out. */
export interface OrderedBy {
  readonly roomId: number
  readonly orderedBy: number
}

/** Called inside the changing transaction. */
export interface DocumentEvents {
  stored(tx: Tx, versions: { roomId: number; versionIds: readonly number[] }): Promise<void>
  /** Refuses an upload into a request before its first byte. @throws Refusal NOT_FOUND, THREAD_MOVED. */
  answering(tx: Tx, actor: Actor, threadId: string): Promise<void>
  /** Files were uploaded straight into a request. @throws Refusal as `answering`. */
  answered(tx: Tx, actor: Actor, threadId: string, itemIds: readonly number[]): Promise<void>
  /** Readers may see an expected document that is tied to a request. Nothing happens where this person may not answer it any more. */
  received(tx: Tx, by: Actor | OrderedBy, threadId: string, itemIds: readonly number[]): Promise<void>
  /** Nobody may read trashed documents. */
  trashed(tx: Tx, itemIds: readonly number[]): Promise<void>
  /** Copies may still hold some contents. */
  destroyed(tx: Tx, contentUids: readonly string[]): Promise<void>
}

/** The sweep must not remove these blobs. */
export type HeldAbove = (db: Queryable, blobIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface DocumentParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly content: ContentStore
  readonly incoming: IncomingSpace
  readonly encryptor: Encryptor
  /** Scans all content first. Undefined if not configured. */
  readonly scanner: Scanner | undefined
  readonly outbox: Outbox
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly publicUrl: string
  /** A mail collects documents for this time. */
  readonly notifyAfterMs: number
  /** Undefined keeps replaced versions as long as their document. */
  readonly versionDays: number | undefined
  readonly backupDays: number
  readonly events: DocumentEvents
  readonly blobReferences: readonly HeldAbove[]
  /** Rechecks the actor at commit, for which a revocation waits. @throws Refusal. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
