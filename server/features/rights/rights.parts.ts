import type { Permission } from '../../../contract/core/permissions.ts'
import type { GroupKind } from '../../../contract/features/threads/thread-roles.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Sheets } from '../../workers/sheet/index.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { Throttle } from '../session/index.ts'

interface NamedGroup {
  readonly id: number
  readonly name: string
  readonly kind: GroupKind
}

export interface KeptThreads {
  readonly from: NamedGroup
  readonly into: NamedGroup
  readonly isShown: boolean
}

export interface RightsParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
  readonly sheets: Sheets
  readonly throttle: Throttle
  /** @returns the number of moved questions. @throws Refusal BAD_REQUEST for a group of experts */
  readonly keepThreads: (tx: Tx, actor: Actor, kept: KeptThreads) => Promise<number>
  readonly endViewsAs: (tx: Tx, groupId: number) => Promise<void>
}
