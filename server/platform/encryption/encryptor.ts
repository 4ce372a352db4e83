import type { Queryable, Tx } from '../db/database.ts'

/** Encrypts values under the room's key, whose destruction destroys the values too. */
export interface Encryptor {
  // Methods take a transaction, because waiting for a second connection could deadlock.
  /**
   * Encrypts a value. `purpose` names the field and its row, e.g. `message-body:17`. `tx` must also store the value, because no value
   * may use a rotated key.
   */
  encrypt(tx: Tx, roomId: number, purpose: string, plaintext: Buffer): Promise<Buffer>
  /** @throws EncryptionError if the value was changed or moved. */
  open(db: Queryable, roomId: number, purpose: string, encrypted: Buffer): Promise<Buffer>
}
