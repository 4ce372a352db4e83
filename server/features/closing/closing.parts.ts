import type { Permission } from '../../../contract/core/permissions.ts'
import type { DestructionFacts } from '../../../contract/proof/destruction.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { KeyStore } from '../../platform/encryption/key-store.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { ActivityParts } from '../audit/index.ts'
import type { Secrets } from '../members/index.ts'
import type { Throttle } from '../session/index.ts'

export interface ClosingParts extends ActivityParts {
  readonly keyStore: KeyStore
  readonly content: Encryptor
  readonly outbox: Outbox
  readonly bus: HintBus
  readonly secrets: Secrets
  readonly throttle: Throttle
  readonly publicUrl: string
  readonly backupDays: number
  readonly keyBackupDays: number
  readonly remainingBackups: (
    db: Queryable,
    since: Date,
  ) => Promise<NonNullable<DestructionFacts['remains']['backups']>>
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
  readonly removeFreedBlobs: () => Promise<void>
  readonly removeMails: (roomId: number) => Promise<void>
}
