/** A room's place in the key store: a lower-case UUID. */
export type VaultId = string

/** A key of the installation that wraps, each time with a key of the room's vault, the keys of rooms. */
export interface RootKey {
  /** Names the key, beside what it wraps: see `rootKeyId`. */
  readonly id: string
  readonly key: Buffer
}

/** Where the keys lie that are kept apart from data and database. Keys are 32 bytes. */
export interface KeyStore {
  /**
   * The root keys there are, newest first: one, and while it is replaced also its successor. Read afresh each time, so that a rotation by
   * another process is known at once. What is new is wrapped under the first; what is from before root keys had ids, under the last.
   */
  rootKeys(): Promise<readonly [RootKey, ...RootKey[]]>
  /** Publishes the successor of the root key, or finds the one that was published before; durable once the promise is kept. */
  beginRootRotation(): Promise<RootKey>
  /**
   * Puts this successor in the place of the root key, which is destroyed for good: to be called only when nothing is wrapped under it any
   * more. Does nothing where there is no successor, or another one.
   */
  finishRootRotation(next: RootKey): Promise<void>
  /** Keys the HMAC by which PINs are looked up, and the hashes of PINs and codes. */
  pepper(): Buffer
  /** Signs session tokens. */
  tokenKey(): Buffer
  /** The seed of the Ed25519 key that signs the checkpoints of activity logs. */
  checkpointKey(): Buffer
  /** A vault with a shred key and a retention key of its own; durable once the promise is kept. */
  createVault(): Promise<VaultId>
  /** Throws KeyStoreError `NO_KEY` where there is no such vault, or its shred key was destroyed, or is about to be. */
  shredKey(vault: VaultId): Promise<Buffer>
  /** Throws KeyStoreError `NO_KEY` where there is no such vault. */
  retentionKey(vault: VaultId): Promise<Buffer>
  /** Whether the shred key is there. */
  holdsShredKey(vault: VaultId): Promise<boolean>
  /**
   * Destroys the shred key for good; the retention key stays. Before the key goes, `tombstone` is put in its place, by which a database that was
   * put back learns of it; one that is there already stays. Does nothing where it is done already.
   */
  destroyShredKey(vault: VaultId, tombstone: Buffer): Promise<void>
  /** What stands in place of a shred key that was destroyed, or is being destroyed. */
  tombstoneOf(vault: VaultId): Promise<Buffer | undefined>
  /** Destroys the retention key, too. */
  destroyRetentionKey(vault: VaultId): Promise<void>
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
