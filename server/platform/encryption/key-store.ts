/** A room's id, a lower-case UUID. */
export type VaultId = string

/** Wraps room keys, together with a key of the room's vault. */
export interface RootKey {
  readonly id: string
  readonly key: Buffer
}

/** Keys of 32 bytes, apart from data and database. */
export interface KeyStore {
  /**
   * Newest first, two during a rotation. Each call reads them, since other processes rotate. The first wraps new values. Values without a
   * root key id belong to the last.
   */
  rootKeys(): Promise<readonly [RootKey, ...RootKey[]]>
  /** Publishes a durable successor, or finds the published one. */
  beginRootRotation(): Promise<RootKey>
  /** Destroys the old root key, so nothing may be wrapped with it. Does nothing unless `next` is the published successor. */
  finishRootRotation(next: RootKey): Promise<void>
  /** For HMACs of PINs and hashes of PINs and codes. */
  pepper(): Buffer
  tokenKey(): Buffer
  /** Ed25519 seed for activity log checkpoints. */
  checkpointKey(): Buffer
  /** Durable once the promise resolves. */
  createVault(): Promise<VaultId>
  /** @throws KeyStoreError `NO_KEY` if the vault is unknown, or its key is destroyed or being destroyed. */
  shredKey(vault: VaultId): Promise<Buffer>
  /** @throws KeyStoreError `NO_KEY` if the vault is unknown. */
  retentionKey(vault: VaultId): Promise<Buffer>
  holdsShredKey(vault: VaultId): Promise<boolean>
  /** Idempotent. Keeps the retention key. Stores `tombstone` first, which informs a restored database. */
  destroyShredKey(vault: VaultId, tombstone: Buffer): Promise<void>
  /** The tombstone is available during the key's destruction. */
  tombstoneOf(vault: VaultId): Promise<Buffer | undefined>
  destroyRetentionKey(vault: VaultId): Promise<void>
  /** With or without shred key. */
  listVaults(): Promise<VaultId[]>
}

export type KeyStoreErrorCode =
  /** Missing vault or key. */
  | 'NO_KEY'
  /** The key differs from what was written. */
  | 'DAMAGED'
  /** Key folder and data folder do not belong together. */
  | 'FOREIGN'
  /** Others can read the key folder, or it lies within the data. */
  | 'EXPOSED'

/** The message names folders and remedies, never a key. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError'
  readonly code: KeyStoreErrorCode

  constructor(code: KeyStoreErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
