import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { ContentStore } from '../documents/index.ts'
import type { SessionGuard, Throttle } from '../session/index.ts'
import type { MessageSpace } from './message-space.ts'

export interface MessageParts {
  readonly database: Database
  readonly outbox: Outbox
  readonly encryptor: Encryptor
  readonly clock: Clock
  readonly bus: HintBus
  readonly activity: ActivityLog
  readonly content: ContentStore
  readonly fileBudget: MessageSpace
  readonly scanner: Scanner | undefined
  readonly sessions: Pick<SessionGuard, 'watch'>
  readonly throttle: Throttle
  readonly publicUrl: string
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
