import { randomBytes } from 'node:crypto'

/** An id is 128 random bits in lower-case hex, never reused and never a path. */
export type BlobId = string

export interface BlobRange {
  readonly offset: number
  readonly length: number
}

/** The blob is invisible until `commit`. */
export interface BlobWriter {
  /** The caller may reuse `bytes` after the promise resolves. After an error only `discard` may follow. @throws NoSpaceError */
  write(bytes: Uint8Array): Promise<void>
  /** The blob survives a power loss once the promise resolves. */
  commit(): Promise<void>
  /** The call is idempotent, and has no effect after a commit. */
  discard(): Promise<void>
}

/** This is an encrypted copy of a blob on the disk, which can be posted to a worker thread. */
export interface LocalBlob {
  readonly path: string
  /** This is set while bytes may be missing. */
  readonly arriving?: ArrivingFile | undefined
}

export interface ArrivingFile {
  /** This is the path of the unfinished file; the complete file moves to a path of its own. */
  readonly path: string
  readonly blocks: SharedArrayBuffer
}

export interface BlobEntry {
  readonly id: BlobId
  readonly storedAt: Date
}

/**
 * A blob store never receives plaintext. Every method throws TypeError for an invalid id, and StorageUnavailableError if a remote
 * storage fails.
 */
export interface BlobStore {
  create(id: BlobId): Promise<BlobWriter>
  /**
   * Returns memory that belongs to the caller.
   * @throws BlobNotFoundError
   * @throws RangeError if the blob is too short.
   */
  read(id: BlobId, range: BlobRange): Promise<Buffer>
  /** @throws BlobNotFoundError @throws RangeError if the length differs. */
  readWhole(id: BlobId, length: number): Promise<Buffer>
  size(id: BlobId): Promise<number | undefined>
  /** Ignores missing blobs. */
  remove(id: BlobId): Promise<void>
  /** Lists committed blobs in no particular order. */
  list(): AsyncIterable<BlobEntry>
  /** Returns an encrypted copy for synchronous reads, whose bytes may still be arriving. @throws BlobNotFoundError */
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

/** The storage does not answer or answers wrongly, and may recover later. */
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

/** Ids become file names, so this check comes first. */
export function requireBlobId(id: BlobId): void {
  if (!isBlobId(id)) throw new TypeError('not a blob id')
}
