import type { Queryable, Tx } from '../db/database.ts'

/** Destroying the room's key destroys the values. */
export interface Encryptor {
  // A transaction avoids a deadlock over a second connection.
  /** `purpose` names field and row, e.g. `message-body:17`. `tx` must store the value, so none uses a rotated key. */
  encrypt(tx: Tx, roomId: number, purpose: string, plaintext: Buffer): Promise<Buffer>
  /** @throws EncryptionError if changed or moved. */
  open(db: Queryable, roomId: number, purpose: string, encrypted: Buffer): Promise<Buffer>
}
