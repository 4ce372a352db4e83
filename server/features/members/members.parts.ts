import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { ActivityLog } from '../audit/index.ts'
import type { Secrets } from './pins/secrets.ts'

export interface MemberEvents {
  shutOut(
    tx: Tx,
    member: { roomId: number; memberId: number; reason: 'blocked' | 'removed' },
  ): Promise<void>
  /** The person may enter again. @returns the number of sessions */
  signOut(tx: Tx, member: { roomId: number; memberId: number }): Promise<number>
  addressChanged(tx: Tx, member: { memberId: number; before: string }): Promise<void>
  operatorDemoted(tx: Tx, member: { roomId: number; memberId: number }): Promise<void>
}

export interface MemberParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly outbox: Outbox
  readonly encryptor: Encryptor
  readonly activity: ActivityLog
  readonly bus: HintBus
  readonly clock: Clock
  readonly events: MemberEvents
  readonly publicUrl: string
  readonly mailIsFiles: boolean
  /** Call it before the transaction. @throws Refusal CODE_DIFFERS, TOO_MANY */
  readonly requireCode: (actor: Actor, code: string) => Promise<void>
  /** Checks again inside the transaction that the actor still has the permission. Revocations wait for the commit. @throws Refusal */
  readonly confirm: (tx: Tx, actor: Actor, permission: Permission) => Promise<Actor>
}
