import type { Tx } from '../../platform/db/database.ts'

export interface MemberEvents {
  shutOut(tx: Tx, member: { roomId: number; memberId: number; reason: 'blocked' | 'removed' }): Promise<void>
  /** The person may enter again. @returns the number of sessions */
  signOut(tx: Tx, member: { roomId: number; memberId: number }): Promise<number>
  addressChanged(tx: Tx, member: { memberId: number; before: string }): Promise<void>
  operatorDemoted(tx: Tx, member: { roomId: number; memberId: number }): Promise<void>
}
