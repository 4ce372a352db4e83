import { randomBytes } from 'node:crypto'

/** 128 random bits in lower-case hex, never reused and never a path. */
export type BlobId = string

/** In bytes. */
export interface BlobRange {
  readonly offset: number
  readonly length: number
}

/** The blob is invisible until `commit`. */
export interface BlobWriter {
  /** The caller may reuse `bytes` after the promise resolves. @throws NoSpaceError after which only `discard` may follow. */
  write(bytes: Uint8Array): Promise<void>
  /** Survives a power loss once the promise resolves. */
  commit(): Promise<void>
  /** Idempotent, and without effect after a commit. */
  discard(): Promise<void>
}

/** An encrypted copy of a blob on the disk, which can be posted to a worker thread. */
export interface LocalBlob {
  readonly path: string
  /** Set while bytes may be missing. */
  readonly arriving?: ArrivingFile | undefined
}

export interface ArrivingFile {
  /** Of the file until it is whole and has its own path. */
  readonly path: string
  readonly blocks: SharedArrayBuffer
}

export interface BlobEntry {
  readonly id: BlobId
  readonly storedAt: Date
}

/** Never receives plaintext. Every method throws TypeError for an invalid id, and StorageUnavailableError of a remote storage. */
export interface BlobStore {
  create(id: BlobId): Promise<BlobWriter>
  /** The memory belongs to the caller. @throws BlobNotFoundError @throws RangeError if the blob is too short. */
  read(id: BlobId, range: BlobRange): Promise<Buffer>
  /** @throws BlobNotFoundError @throws RangeError if the length differs. */
  readWhole(id: BlobId, length: number): Promise<Buffer>
  size(id: BlobId): Promise<number | undefined>
  /** Ignores missing blobs. */
  remove(id: BlobId): Promise<void>
  /** Committed blobs, unordered. */
  list(): AsyncIterable<BlobEntry>
  /** An encrypted copy for synchronous reads, which may still arrive. @throws BlobNotFoundError */
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

/** The storage does not answer, or not as it should, and may do so later. */
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
