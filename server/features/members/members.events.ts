import type { Tx } from '../../platform/db/database.ts'

/** The events run inside the transaction of the change. */
export interface MemberEvents {
  /** All sessions of the member must end with this reason. */
  shutOut(tx: Tx, member: { roomId: number; memberId: number; reason: 'blocked' | 'removed' }): Promise<void>
  /** Ends the sessions of a person who may enter again. @returns the number of sessions */
  signOut(tx: Tx, member: { roomId: number; memberId: number }): Promise<number>
  /** The address `before` no longer reaches the person, at least in this room. */
  addressChanged(tx: Tx, member: { memberId: number; before: string }): Promise<void>
  /** Any open operator area must close. */
  operatorDemoted(tx: Tx, member: { roomId: number; memberId: number }): Promise<void>
}
