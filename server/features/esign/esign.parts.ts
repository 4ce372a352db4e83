import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { SealPool } from '../../workers/esign/index.ts'
import type { StampImages } from '../../workers/image/index.ts'
import type { RenderPool } from '../../workers/render/index.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { DocumentParts } from '../documents/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { Throttle } from '../session/index.ts'
import type { EsignFiles } from './drafting/compose-files.ts'

export interface EsignParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly keyring: RoomKeyring
  readonly files: EsignFiles
  readonly encryptor: Encryptor
  readonly pool: RenderPool
  readonly seals: SealPool
  readonly stampImages: StampImages
  readonly documents: DocumentParts
  readonly outbox: Outbox
  readonly activity: ActivityLog
  readonly throttle: Throttle
  readonly scanner: Scanner | undefined
  readonly clock: Clock
  readonly bus: HintBus
  readonly log: Log
  readonly publicUrl: string
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
