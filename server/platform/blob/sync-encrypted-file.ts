import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  CHUNK_SIZE,
  chunkSpan,
  Decryptor,
  EncryptionError,
  encryptedSize,
  HEADER_SIZE,
  lastChunkSpan,
  type Span,
} from '../encryption/cobblestone.ts'
import { type EncryptionContext, encodeContext, segmentContext } from '../encryption/context.ts'
import { chunkRuns, requireRange, totalSize } from './segments.ts'

/** 64 KiB of plaintext. */
const GROUP_CHUNKS = 4
/** 2 MiB. */
const CACHED_GROUPS = 32

/** This can be posted to a worker thread. */
export interface LocalSegment {
  readonly path: string
  readonly key: Uint8Array
  /** Plaintext bytes. */
  readonly size: number
}

export interface LocalEncryptedFile {
  readonly segments: readonly LocalSegment[]
  readonly context: EncryptionContext
}

interface OpenSegment {
  readonly fd: number
  readonly decryptor: Decryptor
}

/** EncryptedFileReader with synchronous reads and the same guarantees. */
export class SyncEncryptedFile {
  /** Plaintext bytes. */
  readonly size: number
  readonly #file: LocalEncryptedFile
  readonly #open = new Map<number, OpenSegment>()
  readonly #groups = new Map<string, Buffer>()

  constructor(file: LocalEncryptedFile) {
    this.#file = file
    this.size = totalSize(file.segments)
  }

  /** @throws RangeError if file or target is too short. */
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
    // Insertion order makes the first name the least recently used.
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
    const { fd, decryptor } = this.#segment(segment)
    const first = group * GROUP_CHUNKS
    const last = Math.min(first + GROUP_CHUNKS - 1, Math.floor(decryptor.size / CHUNK_SIZE))
    return decryptor.open(first, readSpan(fd, chunkSpan(first, last, decryptor.size)))
  }

  #segment(index: number): OpenSegment {
    const known = this.#open.get(index)
    if (known !== undefined) return known
    const segment = this.#file.segments[index]
    if (segment === undefined) throw new RangeError(`there is no segment ${index}`)
    const fd = openSync(segment.path, 'r')
    try {
      const decryptor = openDecryptor(fd, segment, segmentContext(this.#file.context, index))
      const open = { fd, decryptor }
      this.#open.set(index, open)
      return open
    } catch (error) {
      closeSync(fd)
      throw error
    }
  }
}

function openDecryptor(fd: number, { key, size }: LocalSegment, context: EncryptionContext): Decryptor {
  const stored = fstatSync(fd).size
  if (stored !== encryptedSize(size)) throw new EncryptionError('a segment has another length than it was written with')
  const header = readSpan(fd, { offset: 0, length: HEADER_SIZE })
  const lastChunk = readSpan(fd, lastChunkSpan(stored))
  return new Decryptor(key, encodeContext(context), { header, lastChunk, encryptedSize: stored })
}

function readSpan(fd: number, { offset, length }: Span): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  let have = 0
  while (have < length) {
    const count = readSync(fd, bytes, have, length - have, offset + have)
    if (count === 0) throw new EncryptionError('a segment is cut')
    have += count
  }
  return bytes
}
