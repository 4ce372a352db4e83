import type { Queryable, Tx } from '../db/database.ts'

/** Seals small values of the database under a room's own key, so that destroying the room's key destroys them too. */
export interface Sealer {
  // The room's key is read over the caller's own connection: a transaction that waited for a second one could wait for itself.
  /**
   * `purpose` names the field and its row, e.g. `message-body:17`; the same is needed to open. The transaction is the one that stores the
   * value: where a room's key is replaced, nothing may be stored under the old one any more.
   */
  seal(tx: Tx, roomId: number, purpose: string, plaintext: Buffer): Promise<Buffer>
  /** Throws SealError where the value was changed, moved from another row, or sealed for another room. */
  open(db: Queryable, roomId: number, purpose: string, sealed: Buffer): Promise<Buffer>
}
