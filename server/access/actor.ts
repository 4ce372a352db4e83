import { ROLE } from '../../contract/core/limits.ts'
import type { OperatorScope, SessionState } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import type { Viewing, WatermarkStyle } from '../../contract/features/rooms.ts'
import type { ViewedAs } from '../../contract/proof/log-entry.ts'
import type { GroupView } from './group-view.ts'

export const isFullOperator = ({ roleId, scope }: Pick<Actor, 'roleId' | 'scope'>): boolean => roleId === ROLE.operator && scope === 'full'

/** Each request creates a new actor, because rights may change between requests. */
export interface Actor {
  readonly sessionId: string
  /** The bearer token has 32 bytes. It is undefined if the caller sent none. */
  readonly secret?: Buffer | undefined
  readonly roomId: number
  readonly memberId: number
  readonly userId: number
  readonly roleId: number
  readonly scope: OperatorScope
  /** The group of the participant has a drop folder. */
  readonly submits: boolean
  /** The participant is the lead of the own group. */
  readonly leads: boolean
  readonly state: SessionState
  readonly name: string
  readonly email: string
  readonly position: string
  readonly address: string
  readonly group: GroupView | undefined
  /** A time limit of the group, the membership or a grant next begins or ends at this moment. */
  readonly changesAt: Date | undefined
  readonly print: boolean
  readonly download: boolean
  /** The person may have document text where other readers may not select it. */
  readonly text: boolean
  readonly watermark: boolean
  readonly watermarkStyle: WatermarkStyle
  readonly viewing: Viewing
  readonly zone: string
  readonly phase: Phase
  /** Names the version of the room's own agreement. It is undefined if the room uses the notice of the product. */
  readonly ownAgreement?: number | undefined
  /** The previous session was last active at this time, by the clock of the database. It is undefined on a first visit. */
  readonly lastVisitAt?: Date | undefined
  /** Activity does not extend this time. */
  readonly endsAt: Date
  /** With `viewAs`, `roleId` and rights belong to that person or group, and everything else to the operator. */
  readonly viewAs?: ViewAs
  /** The administrator acts at the command line without a session or membership. */
  readonly isCommand?: true
}

export const memberOf = ({ memberId, isCommand }: Pick<Actor, 'memberId' | 'isCommand'>): number | null => (isCommand ? null : memberId)

export type ViewAs = ViewedAs & {
  readonly parentId: string
}
