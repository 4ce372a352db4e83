import type { Tx } from '../../platform/db/database.ts'

/** What features above learn of a membership, inside the transaction that changes it. */
export interface MemberEvents {
  /** The person may no longer enter: every open session must end with this reason. */
  shutOut(tx: Tx, member: { roomId: number; memberId: number; reason: 'blocked' | 'removed' }): Promise<void>
  /** The person's sessions end, and the person may enter again. @returns how many it were. */
  signOut(tx: Tx, member: { roomId: number; memberId: number }): Promise<number>
  /** The person is an operator no longer: an open operator area must close. */
  unmadeOperator(tx: Tx, member: { roomId: number; memberId: number }): Promise<void>
}
