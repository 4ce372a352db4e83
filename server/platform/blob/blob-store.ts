import { randomBytes } from 'node:crypto'

/** Name of a blob: 128 random bits in lower-case hex. Never reused, and never a path. */
export type BlobId = string

/** What is read of a blob, in bytes. */
export interface BlobRange {
  readonly offset: number
  readonly length: number
}

/** Takes the bytes of one new blob, in order. Until `commit` the blob is not there for anybody. */
export interface BlobWriter {
  /**
   * The caller may reuse `bytes` once the promise is kept; it waits while the store is behind. Throws NoSpaceError where the disk is full,
   * after which only `discard` is left.
   */
  write(bytes: Uint8Array): Promise<void>
  /** Once kept, the whole blob is there and survives a power cut. */
  commit(): Promise<void>
  /** Leaves nothing behind. Does nothing after a commit or a discard, so it may stand in a `finally`. */
  discard(): Promise<void>
}

/** One blob that is there. */
export interface BlobEntry {
  readonly id: BlobId
  readonly storedAt: Date
}

/** Keeps sealed bytes. No plaintext is ever given to it. Every method throws TypeError for what is no blob id. */
export interface BlobStore {
  create(id: BlobId): Promise<BlobWriter>
  /** Exactly the bytes of the range. Throws BlobNotFoundError, or RangeError where the blob does not hold them all. */
  read(id: BlobId, range: BlobRange): Promise<Buffer>
  /** All of a blob that has exactly so many bytes. Throws BlobNotFoundError, or RangeError where it has more or fewer. */
  readWhole(id: BlobId, length: number): Promise<Buffer>
  /** Bytes of the blob; undefined where there is none. */
  size(id: BlobId): Promise<number | undefined>
  /** Does nothing where there is none. */
  remove(id: BlobId): Promise<void>
  /** All committed blobs, in no order. */
  list(): AsyncIterable<BlobEntry>
  /** Path of a copy, sealed as it is, on the local disk, for a worker that reads synchronously. Throws BlobNotFoundError. */
  local(id: BlobId): Promise<string>
}

/** There is no blob of this id. */
export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError'

  constructor(id: BlobId) {
    super(`there is no blob ${id}`)
  }
}

/** The disk, or the quota on it, is full. */
export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError'

  constructor(cause: unknown) {
    super('no space is left for blobs', { cause })
  }
}

/** A fresh blob id. */
export function newBlobId(): BlobId {
  return randomBytes(16).toString('hex')
}

/** True for what `newBlobId` could have made. */
export function isBlobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** Throws TypeError for what is no blob id; ids become file names, so this comes before anything else. */
export function requireBlobId(id: BlobId): void {
  if (!isBlobId(id)) throw new TypeError('not a blob id')
}
