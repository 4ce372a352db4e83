import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { ActivityLog } from '../activity/index.ts'
import type { ContentStore } from '../documents/index.ts'
import type { SessionGuard, Throttle } from '../session/index.ts'
import type { MessageSpace } from './message-space.ts'

/** What the use cases of this feature work with. */
export interface MessageParts {
  readonly database: Database
  readonly outbox: Outbox
  readonly sealer: Sealer
  readonly clock: Clock
  readonly bus: HintBus
  readonly activity: ActivityLog
  readonly content: ContentStore
  /** The budget of the files of messages. */
  readonly space: MessageSpace
  /** Attachments pass it as documents do; undefined where none is set up. */
  readonly scanner: Scanner | undefined
  /** Whether what somebody is being given may still be given. */
  readonly sessions: Pick<SessionGuard, 'watch'>
  readonly throttle: Throttle
  readonly publicUrl: string
  /** The actor as it is when the mails commit. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
