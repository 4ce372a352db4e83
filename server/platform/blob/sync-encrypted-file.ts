import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  CHUNK_SIZE,
  type ChunkSpan,
  chunkSpan,
  Decryptor,
  EncryptionError,
  encryptedSize,
  HEADER_SIZE,
  lastChunkSpan,
} from '../encryption/cobblestone.ts'
import { type EncryptionContext, encodeContext, segmentContext } from '../encryption/context.ts'
import { isErrno } from '../encryption/durable-files.ts'
import { awaitBytes } from './arriving-blob.ts'
import { type ArrivingFile, type LocalBlob, StorageUnavailableError } from './blob-store.ts'
import { chunkRuns, requireRange, totalSize } from './segments.ts'

/** A group holds 64 KiB of plaintext. */
const GROUP_CHUNKS = 4
/** The cache holds 2 MiB. */
const CACHED_GROUPS = 32
/** Each read waits this long. */
const ARRIVES_WITHIN_MS = 8_000

export interface LocalSegment extends LocalBlob {
  readonly key: Uint8Array
  /** The size counts plaintext bytes. */
  readonly size: number
}

export interface LocalEncryptedFile {
  readonly segments: readonly LocalSegment[]
  readonly context: EncryptionContext
}

type Readable = Pick<OpenSegment, 'fd' | 'arriving'>

interface OpenSegment {
  readonly fd: number
  readonly arriving: ArrivingFile | undefined
  readonly decryptor: Decryptor
}

/** Gives the guarantees of EncryptedFileReader. Missing bytes block the thread. */
export class SyncEncryptedFile {
  readonly size: number
  readonly #file: LocalEncryptedFile
  readonly #open = new Map<number, OpenSegment>()
  readonly #groups = new Map<string, Buffer>()

  constructor(file: LocalEncryptedFile) {
    this.#file = file
    this.size = totalSize(file.segments)
  }

  /** @throws RangeError if file or target is too short. @throws StorageUnavailableError if bytes do not arrive. */
  readInto(target: Uint8Array, targetOffset: number, offset: number, length: number): void {
    requireRange(this.size, offset, length)
    requireRange(target.length, targetOffset, length)
    let at = targetOffset
    for (const run of chunkRuns(this.#file.segments, { offset, length }, GROUP_CHUNKS)) {
      const group = Math.floor(run.firstChunk / GROUP_CHUNKS)
      const skip = run.skip + (run.firstChunk - group * GROUP_CHUNKS) * CHUNK_SIZE
      target.set(this.#group(run.segment, group).subarray(skip, skip + run.length), at)
      at += run.length
    }
  }

  close(): void {
    for (const { fd } of this.#open.values()) closeSync(fd)
    this.#open.clear()
    this.#groups.clear()
  }

  #group(segment: number, group: number): Buffer {
    const name = `${segment}:${group}`
    const plaintext = this.#groups.get(name) ?? this.#openGroup(segment, group)
    // The first name is least recently used.
    this.#groups.delete(name)
    this.#groups.set(name, plaintext)
    if (this.#groups.size > CACHED_GROUPS) this.#dropOldestGroup()
    return plaintext
  }

  #dropOldestGroup(): void {
    for (const name of this.#groups.keys()) {
      this.#groups.delete(name)
      return
    }
  }

  #openGroup(segment: number, group: number): Buffer {
    const open = this.#segment(segment)
    const { decryptor } = open
    const first = group * GROUP_CHUNKS
    const last = Math.min(first + GROUP_CHUNKS - 1, Math.floor(decryptor.size / CHUNK_SIZE))
    return decryptor.open(first, readSpan(open, chunkSpan(first, last, decryptor.size)))
  }

  #segment(index: number): OpenSegment {
    const known = this.#open.get(index)
    if (known !== undefined) return known
    const segment = this.#file.segments[index]
    if (segment === undefined) throw new RangeError(`there is no segment ${index}`)
    const fd = openBlob(segment)
    const { arriving } = segment
    try {
      const decryptor = openDecryptor(
        { fd, arriving },
        segment,
        segmentContext(this.#file.context, index),
      )
      const open = { fd, arriving, decryptor }
      this.#open.set(index, open)
      return open
    } catch (error) {
      closeSync(fd)
      throw error
    }
  }
}

/** A complete file has moved from its arrival path. */
function openBlob({ path, arriving }: LocalBlob): number {
  try {
    return openSync(arriving?.path ?? path, 'r')
  } catch (error) {
    if (!arriving || !isErrno(error, 'ENOENT')) throw error
  }
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw isErrno(error, 'ENOENT') ? new StorageUnavailableError(error) : error
  }
}

function openDecryptor(
  file: Readable,
  { key, size }: LocalSegment,
  context: EncryptionContext,
): Decryptor {
  const stored = fstatSync(file.fd).size
  if (stored !== encryptedSize(size))
    throw new EncryptionError('a segment has another length than it was written with')
  const header = readSpan(file, { offset: 0, length: HEADER_SIZE })
  const lastChunk = readSpan(file, lastChunkSpan(stored))
  return new Decryptor(key, encodeContext(context), { header, lastChunk, encryptedSize: stored })
}

function readSpan({ fd, arriving }: Readable, span: ChunkSpan): Buffer {
  const { offset, length } = span
  if (arriving && !awaitBytes(arriving, span, ARRIVES_WITHIN_MS))
    throw new StorageUnavailableError(undefined)
  const bytes = Buffer.allocUnsafeSlow(length)
  let have = 0
  while (have < length) {
    const count = readSync(fd, bytes, have, length - have, offset + have)
    if (count === 0) throw new EncryptionError('a segment is cut')
    have += count
  }
  return bytes
}
