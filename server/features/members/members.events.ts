import type { Tx } from '../../platform/db/database.ts'

/** Called inside the changing transaction. */
export interface MemberEvents {
  /** All sessions must end with this reason. */
  shutOut(tx: Tx, member: { roomId: number; memberId: number; reason: 'blocked' | 'removed' }): Promise<void>
  /** The person may enter again. @returns the number of sessions. */
  signOut(tx: Tx, member: { roomId: number; memberId: number }): Promise<number>
  /** `before` no longer reaches the person, in this room at least. */
  addressChanged(tx: Tx, member: { memberId: number; before: string }): Promise<void>
  /** Any open operator area must close. */
  operatorDemoted(tx: Tx, member: { roomId: number; memberId: number }): Promise<void>
}
