import type { SessionState } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import type { Viewing, WatermarkStyle } from '../../contract/features/rooms.ts'

/** Who acts: a session and its membership as they are at this moment. Made by the session guard for each request, never kept. */
export interface Actor {
  readonly sessionId: string
  readonly roomId: number
  readonly memberId: number
  readonly userId: number
  readonly roleId: number
  readonly state: SessionState
  readonly name: string
  readonly email: string
  readonly position: string
  readonly address: string
  readonly print: boolean
  readonly download: boolean
  /** May have the text of documents where readers may not select it. */
  readonly text: boolean
  readonly watermark: boolean
  readonly watermarkStyle: WatermarkStyle
  readonly viewing: Viewing
  /** IANA name of the room's time zone. */
  readonly zone: string
  /** Of the room. */
  readonly phase: Phase
  /** When the session ends, whatever is done in it. */
  readonly endsAt: Date
  /** Set while an operator views the room as another person: `roleId` and rights are that person's, all else is the operator's own. */
  readonly viewAs?: ViewAs
}

/** As whom an operator views the room. */
export interface ViewAs {
  readonly memberId: number
  readonly name: string
  /** The session out of which the operator does it. */
  readonly parentId: string
}
