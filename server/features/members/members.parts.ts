import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { ActivityLog } from '../activity/index.ts'
import type { MemberEvents } from './members.events.ts'
import type { Secrets } from './secrets.ts'

/** What the use cases of this feature work with. */
export interface MemberParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly outbox: Outbox
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly events: MemberEvents
  readonly publicUrl: string
  /** No mail server is set: mails are files that reach nobody. */
  readonly mailIsFiles: boolean
  /** Asks for the caller's operator code once more, before the transaction that needs it. @throws Refusal CODE_DIFFERS, TOO_MANY */
  readonly requireCode: (actor: Actor, code: string) => Promise<void>
  /** The actor as it is when a change commits; a revocation waits for that commit. @throws Refusal when the permission is gone. */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
