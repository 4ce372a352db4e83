/** The id is a lower-case UUID. */
export type VaultId = string

/** Room keys need it and their vault's key. */
export interface RootKey {
  readonly id: string
  readonly key: Buffer
}

/** Keys of 32 bytes are kept apart from the data. */
export interface KeyStore {
  /**
   * The newest, first, wraps new values; values without an id belong to the last. A rotation has two. Others rotate, so calls read the
   * files.
   */
  rootKeys(): Promise<readonly [RootKey, ...RootKey[]]>
  /** A published successor is reused. */
  beginRootRotation(): Promise<RootKey>
  /** Destroys the old key, so nothing may be wrapped with it. Ignores any other `next` than the published one. */
  finishRootRotation(next: RootKey): Promise<void>
  /** The pepper is for HMACs of PINs and hashes of PINs and codes. */
  pepper(): Buffer
  tokenKey(): Buffer
  /** The Ed25519 seed signs activity log checkpoints. */
  checkpointKey(): Buffer
  /** The vault is then durable. */
  createVault(): Promise<VaultId>
  /** @throws KeyStoreError `NO_KEY` if the vault is unknown or its key's destruction has begun. */
  shredKey(vault: VaultId): Promise<Buffer>
  /** @throws KeyStoreError `NO_KEY` if the vault is unknown. */
  retentionKey(vault: VaultId): Promise<Buffer>
  holdsShredKey(vault: VaultId): Promise<boolean>
  /** Keeps the retention key. The `tombstone`, stored first, informs a restored database. */
  destroyShredKey(vault: VaultId, tombstone: Buffer): Promise<void>
  /** It exists from the destruction's beginning. */
  tombstoneOf(vault: VaultId): Promise<Buffer | undefined>
  destroyRetentionKey(vault: VaultId): Promise<void>
  listVaults(): Promise<VaultId[]>
}

export type KeyStoreErrorCode =
  | 'NO_KEY'
  | 'DAMAGED'
  /** Key and data folder do not match. */
  | 'FOREIGN'
  /** Others can read the key folder, or it is within the data folder. */
  | 'EXPOSED'

/** The message contains no key. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError'
  readonly code: KeyStoreErrorCode

  constructor(code: KeyStoreErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
