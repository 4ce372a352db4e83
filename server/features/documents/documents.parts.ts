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

/** The job does not ask the person again. */
export interface OrderedBy {
  readonly roomId: number
  readonly orderedBy: number
}

export interface DocumentEvents {
  stored(tx: Tx, versions: { roomId: number; versionIds: readonly number[] }): Promise<void>
  /** Runs before the first byte. @throws Refusal NOT_FOUND, THREAD_MOVED */
  answering(tx: Tx, actor: Actor, threadId: string): Promise<void>
  /** @throws Refusal NOT_FOUND, THREAD_MOVED */
  answered(tx: Tx, actor: Actor, threadId: string, itemIds: readonly number[]): Promise<void>
  /** Does nothing if this person may no longer answer. */
  received(
    tx: Tx,
    by: Actor | OrderedBy,
    threadId: string,
    itemIds: readonly number[],
  ): Promise<void>
  trashed(tx: Tx, itemIds: readonly number[]): Promise<void>
  destroyed(tx: Tx, contentUids: readonly string[]): Promise<void>
}

export type HeldAbove = (db: Queryable, blobIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface DocumentParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly content: ContentStore
  readonly incoming: IncomingSpace
  readonly encryptor: Encryptor
  readonly scanner: Scanner | undefined
  readonly outbox: Outbox
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly publicUrl: string
  readonly notifyAfterMs: number
  /** Undefined keeps replaced versions as long as their document. */
  readonly versionDays: number | undefined
  readonly backupDays: number
  readonly events: DocumentEvents
  readonly blobReferences: readonly HeldAbove[]
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
