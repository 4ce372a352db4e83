import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { KeyStore } from '../../platform/crypto/key-store.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { ActivityParts } from '../activity/index.ts'
import type { Secrets } from '../members/index.ts'
import type { Throttle } from '../session/index.ts'

/** What the end of a room is made with. */
export interface EndingParts extends ActivityParts {
  readonly keyStore: KeyStore
  /** Seals under the room key. */
  readonly content: Sealer
  readonly outbox: Outbox
  readonly bus: HintBus
  readonly secrets: Secrets
  readonly throttle: Throttle
  readonly publicUrl: string
  /** For how long whoever runs the server keeps backups of the database, and of the key store, in days. */
  readonly backupDays: number
  readonly keyBackupDays: number
  /** The actor as it is when a change commits. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
  /** Removes blobs from the disk that no row holds any more. */
  readonly removeFreedBlobs: () => Promise<void>
  /** Removes mails of a room that lie in a folder. */
  readonly removeMails: (roomId: number) => Promise<void>
}
