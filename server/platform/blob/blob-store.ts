import { randomBytes } from 'node:crypto'

/** An id is 128 random bits in hex, never reused and never a path. */
export type BlobId = string

export interface BlobRange {
  readonly offset: number
  readonly length: number
}

export interface BlobWriter {
  /** `bytes` may be reused after the promise resolves. After an error only `discard` may follow. @throws NoSpaceError */
  write(bytes: Uint8Array): Promise<void>
  /** The blob then survives a power loss. */
  commit(): Promise<void>
  /** It has no effect after a commit. */
  discard(): Promise<void>
}

export interface LocalBlob {
  readonly path: string
  readonly arriving?: ArrivingFile | undefined
}

export interface ArrivingFile {
  /** The complete file moves to another path. */
  readonly path: string
  readonly blocks: SharedArrayBuffer
}

export interface BlobEntry {
  readonly id: BlobId
  readonly storedAt: Date
}

/** Stores no plaintext. Methods throw TypeError for an invalid id, StorageUnavailableError if remote storage fails. */
export interface BlobStore {
  create(id: BlobId): Promise<BlobWriter>
  /**
   * The caller owns the memory.
   * @throws BlobNotFoundError
   * @throws RangeError if the blob is too short.
   */
  read(id: BlobId, range: BlobRange): Promise<Buffer>
  /** @throws BlobNotFoundError @throws RangeError if the length differs. */
  readWhole(id: BlobId, length: number): Promise<Buffer>
  size(id: BlobId): Promise<number | undefined>
  remove(id: BlobId): Promise<void>
  list(): AsyncIterable<BlobEntry>
  /** The copy's bytes may still be arriving. @throws BlobNotFoundError */
  local(id: BlobId): Promise<LocalBlob>
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError'

  constructor(id: BlobId) {
    super(`there is no blob ${id}`)
  }
}

export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError'

  constructor(cause: unknown) {
    super('no space is left for blobs', { cause })
  }
}

/** The storage may recover later. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'

  constructor(cause: unknown) {
    super('the object storage does not answer as it should', { cause })
  }
}

export function newBlobId(): BlobId {
  return randomBytes(16).toString('hex')
}

export function isBlobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

export function requireBlobId(id: BlobId): void {
  if (!isBlobId(id)) throw new TypeError('not a blob id')
}
