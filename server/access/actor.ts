import { ROLE } from '../../contract/core/limits.ts'
import type { OperatorScope, SessionState } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import type { Viewing, WatermarkStyle } from '../../contract/features/rooms.ts'
import type { ViewedAs } from '../../contract/proof/log-entry.ts'
import type { GroupAccess } from './group-access.ts'

export const isFullOperator = ({ roleId, scope }: Pick<Actor, 'roleId' | 'scope'>): boolean =>
  roleId === ROLE.operator && scope === 'full'

export interface Actor {
  readonly sessionId: string
  /** The bearer token has 32 bytes. */
  readonly secret?: Buffer | undefined
  readonly roomId: number
  readonly memberId: number
  readonly userId: number
  readonly roleId: number
  readonly scope: OperatorScope
  readonly submits: boolean
  readonly leads: boolean
  readonly state: SessionState
  readonly name: string
  readonly email: string
  readonly position: string
  readonly address: string
  readonly group: GroupAccess | undefined
  /** A time limit of the group, membership or grant next begins or ends then. */
  readonly changesAt: Date | undefined
  readonly print: boolean
  readonly download: boolean
  /** The person may have unselectable document text. */
  readonly text: boolean
  readonly watermark: boolean
  readonly watermarkStyle: WatermarkStyle
  readonly viewing: Viewing
  readonly zone: string
  readonly phase: Phase
  /** Undefined selects the product's notice. */
  readonly ownAgreement?: number | undefined
  readonly lastVisitAt?: Date | undefined
  /** Activity does not extend this time. */
  readonly endsAt: Date
  /** Only `roleId` and rights belong to that person or group. */
  readonly viewAs?: ViewAs
  /** The command line has no session or membership. */
  readonly isCommand?: true
}

export const memberOf = ({
  memberId,
  isCommand,
}: Pick<Actor, 'memberId' | 'isCommand'>): number | null => (isCommand ? null : memberId)

export type ViewAs = ViewedAs & {
  readonly parentId: string
}
