/** A room's place in the key store: a lower-case UUID. */
export type VaultId = string

/** Where the keys lie that are kept apart from data and database. Keys are 32 bytes. */
export interface KeyStore {
  /** Wraps, with a room's shred key, that room's key. */
  root(): Buffer
  /** Keys the HMAC by which PINs are looked up, and the hashes of PINs and codes. */
  pepper(): Buffer
  /** Signs session tokens. */
  tokenKey(): Buffer
  /** The seed of the Ed25519 key that signs the checkpoints of activity logs. */
  checkpointKey(): Buffer
  /** A vault with a shred key and a retention key of its own; durable once the promise is kept. */
  createVault(): Promise<VaultId>
  /** Throws KeyStoreError `NO_KEY` where there is no such vault, or its shred key was destroyed. */
  shredKey(vault: VaultId): Promise<Buffer>
  /** Throws KeyStoreError `NO_KEY` where there is no such vault. */
  retentionKey(vault: VaultId): Promise<Buffer>
  /** Destroys the shred key for good; the retention key stays. Does nothing where it is destroyed already. */
  destroyShredKey(vault: VaultId): Promise<void>
  /** Every vault, with or without its shred key. */
  listVaults(): Promise<VaultId[]>
}

/** Why the key store refuses. */
export type KeyStoreErrorCode =
  /** There is no such vault or key (any more). */
  | 'NO_KEY'
  /** A key is there, but not as it was written. */
  | 'DAMAGED'
  /** The key folder and the data folder are not each other's. */
  | 'FOREIGN'
  /** The key folder is open to others, or not apart from the data. */
  | 'EXPOSED'

/** The message names folders and what to do, never a key. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError'
  readonly code: KeyStoreErrorCode

  constructor(code: KeyStoreErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
