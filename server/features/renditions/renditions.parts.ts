import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import type { Shares } from '../../platform/http/shares.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Converter } from '../../workers/convert/index.ts'
import type { RenderPool } from '../../workers/render/index.ts'
import type { StampPool } from '../../workers/stamp/index.ts'
import type { ActivityLog } from '../activity/index.ts'
import type { ContentStore } from '../documents/index.ts'
import type { SessionGuard, Throttle } from '../session/index.ts'
import type { Delivery, Requested } from './delivery.ts'
import type { ReadingPace } from './pace/reading-pace.ts'
import type { PreparedCopies } from './prepared-copies.ts'
import type { SlowPages } from './slow-pages.ts'
import type { UnlockedDocuments } from './unlocked-documents.ts'

/** What features above learn of pages, inside the transaction that makes them known. */
export interface RenditionEvents {
  /** A version has pages. */
  readable(tx: Tx, version: { roomId: number; versionId: number }): Promise<void>
}

/** How archives are fetched by a ticket: what they hold is known above. */
export interface ArchiveDoor {
  /** What the session has to be allowed as long as the archive flows. @throws Refusal where it cannot be fetched now. */
  permissionsFor(actor: Actor, archiveId: number): Promise<readonly Permission[]>
  /** @param request `isFirst`: it is the first one by a ticket, and logged. @throws Refusal where it cannot be fetched now. */
  fetch(
    actor: Actor,
    archiveId: number,
    request: { readonly headers: Readonly<IncomingHttpHeaders>; readonly isFirst: boolean },
  ): Promise<Bytes & { readonly body: Readable }>
}

/** What features above give for tickets of their own. */
export interface TicketsAbove {
  readonly archives: ArchiveDoor
  /** The file of a message. @throws Refusal where the actor may not have it (any more). */
  message(actor: Actor, messageId: number, requested: Requested): Promise<Delivery>
}

/** What the use cases of this feature work with. */
export interface RenditionParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly content: ContentStore
  readonly pool: RenderPool
  readonly slowPages: SlowPages
  readonly stamps: StampPool
  readonly prepared: PreparedCopies
  /** Of `delivered`. */
  readonly deliveries: Shares
  readonly converter: Converter
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly log: Log
  /** The actor as it is when a change commits. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
  /** Who fetches a ticket, and whether what somebody is being given may still be given. */
  readonly sessions: Pick<SessionGuard, 'admit' | 'admitSession' | 'renew' | 'watch'>
  /** Counts wrong passwords. */
  readonly throttle: Throttle
  readonly unlocked: UnlockedDocuments
  /** Slows down who reads faster than a person. */
  readonly pace: ReadingPace
  readonly events: RenditionEvents
  readonly above: TicketsAbove
}
