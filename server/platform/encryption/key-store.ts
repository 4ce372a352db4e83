/** The vault id of a room is a lower-case UUID. */
export type VaultId = string

/** The root key wraps room keys, together with a key of the room's vault. */
export interface RootKey {
  readonly id: string
  readonly key: Buffer
}

/** Holds keys of 32 bytes apart from data and database. */
export interface KeyStore {
  /**
   * Returns the newest key first, and two during a rotation. Each call reads the files, since other processes rotate. The first key
   * wraps new values. Values without a root key id belong to the last.
   */
  rootKeys(): Promise<readonly [RootKey, ...RootKey[]]>
  /** Publishes a durable successor, or finds the published one. */
  beginRootRotation(): Promise<RootKey>
  /** Destroys the old root key, so nothing may be wrapped with it. Does nothing unless `next` is the published successor. */
  finishRootRotation(next: RootKey): Promise<void>
  /** The pepper is for HMACs of PINs and for hashes of PINs and codes. */
  pepper(): Buffer
  tokenKey(): Buffer
  /** Returns the Ed25519 seed for activity log checkpoints. */
  checkpointKey(): Buffer
  /** Creates a vault, which is durable once the promise resolves. */
  createVault(): Promise<VaultId>
  /** @throws KeyStoreError `NO_KEY` if the vault is unknown, or its key is destroyed or being destroyed. */
  shredKey(vault: VaultId): Promise<Buffer>
  /** @throws KeyStoreError `NO_KEY` if the vault is unknown. */
  retentionKey(vault: VaultId): Promise<Buffer>
  holdsShredKey(vault: VaultId): Promise<boolean>
  /** Destroys the shred key idempotently and keeps the retention key. It stores `tombstone` first, which informs a restored database. */
  destroyShredKey(vault: VaultId, tombstone: Buffer): Promise<void>
  /** Returns the tombstone, which is available from the beginning of the key's destruction. */
  tombstoneOf(vault: VaultId): Promise<Buffer | undefined>
  destroyRetentionKey(vault: VaultId): Promise<void>
  /** Lists all vaults, with or without a shred key. */
  listVaults(): Promise<VaultId[]>
}

export type KeyStoreErrorCode =
  /** The vault or key is missing. */
  | 'NO_KEY'
  /** The key differs from the one that was written. */
  | 'DAMAGED'
  /** Key folder and data folder do not belong together. */
  | 'FOREIGN'
  /** Others can read the key folder, or it is within the data folder. */
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
