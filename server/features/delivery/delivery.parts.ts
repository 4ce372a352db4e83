import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Converter } from '../../workers/convert/index.ts'
import type { RenderPool } from '../../workers/render/index.ts'
import type { WatermarkPool } from '../../workers/watermark/index.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { ContentStore } from '../documents/index.ts'
import type { SessionGuard, Throttle } from '../session/index.ts'
import type { Delivery, Requested } from './delivery.ts'
import type { PreparedCopies } from './download/prepared-copies.ts'
import type { ReadingPace } from './viewing/pace/reading-pace.ts'
import type { SlowAnswers } from './viewing/slow-answers.ts'
import type { UnlockedDocuments } from './viewing/unlocked-documents.ts'

export interface DeliveryEvents {
  readable(tx: Tx, version: { roomId: number; versionId: number }): Promise<void>
  renewed(tx: Tx, version: { roomId: number; versionId: number; contentUid: string }): Promise<void>
}

export interface ArchiveDownloads {
  /** Returns the session's needed permissions. @throws Refusal */
  permissionsFor(actor: Actor, archiveId: number): Promise<readonly Permission[]>
  fetch(
    actor: Actor,
    archiveId: number,
    request: { readonly headers: Readonly<IncomingHttpHeaders>; readonly isFirst: boolean },
  ): Promise<Bytes & { readonly body: Readable }>
}

export interface TicketProviders {
  readonly archives: ArchiveDownloads
  /** @throws Refusal if not allowed */
  message(actor: Actor, messageId: number, requested: Requested): Promise<Delivery>
}

export interface DeliveryParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly content: ContentStore
  readonly pool: RenderPool
  readonly slow: SlowAnswers
  readonly watermarks: WatermarkPool
  readonly prepared: PreparedCopies
  readonly deliveries: ConcurrencyLimiter
  readonly converter: Converter
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly log: Log
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
  readonly sessions: Pick<SessionGuard, 'admit' | 'admitSession' | 'renew' | 'watch'>
  readonly throttle: Throttle
  readonly unlocked: UnlockedDocuments
  readonly pace: ReadingPace
  readonly events: DeliveryEvents
  readonly above: TicketProviders
}
