import { ROLE } from '../../contract/core/limits.ts'
import type { OperatorScope, SessionState } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import type { Viewing, WatermarkStyle } from '../../contract/features/rooms.ts'
import type { ViewedAs } from '../../contract/proof/log-entry.ts'
import type { GroupView } from './group-view.ts'

/** Not content operators. */
export const isFullOperator = ({ roleId, scope }: Pick<Actor, 'roleId' | 'scope'>): boolean => roleId === ROLE.operator && scope === 'full'

/** Created for each request and never kept. */
export interface Actor {
  readonly sessionId: string
  /** Of the bearer's token, 32 bytes. Undefined where the caller came without a token. */
  readonly secret?: Buffer | undefined
  readonly roomId: number
  readonly memberId: number
  readonly userId: number
  readonly roleId: number
  /** Of operators. */
  readonly scope: OperatorScope
  /** A participant's group has a drop folder. */
  readonly submits: boolean
  /** A participant is a lead of the own group. */
  readonly leads: boolean
  readonly state: SessionState
  readonly name: string
  readonly email: string
  readonly position: string
  readonly address: string
  /** Undefined for operators. */
  readonly group: GroupView | undefined
  /** A time limit of the group, the membership or a grant next begins or ends then. */
  readonly changesAt: Date | undefined
  readonly print: boolean
  readonly download: boolean
  /** May have document text where readers may not select it. */
  readonly text: boolean
  readonly watermark: boolean
  readonly watermarkStyle: WatermarkStyle
  readonly viewing: Viewing
  /** IANA name. */
  readonly zone: string
  readonly phase: Phase
  /** The version of the room's own agreement that it asks for. Undefined: the notice of the product. */
  readonly ownAgreement?: number | undefined
  /** The last activity in the session before this one, by the clock of the database. Undefined on a first visit. */
  readonly lastVisitAt?: Date | undefined
  /** The end is fixed. */
  readonly endsAt: Date
  /** With `viewAs`, `roleId` and rights are that person's or group's, all else the operator's. */
  readonly viewAs?: ViewAs
  /** The administrator at the command line, with neither session nor membership. */
  readonly isCommand?: true
}

/** Null for what a command does. */
export const memberOf = ({ memberId, isCommand }: Pick<Actor, 'memberId' | 'isCommand'>): number | null => (isCommand ? null : memberId)

/** Of a person or of a group. */
export type ViewAs = ViewedAs & {
  /** The operator's own session. */
  readonly parentId: string
}
