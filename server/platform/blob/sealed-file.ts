import { Readable } from 'node:stream'
import { chunkSpan, Decryptor, HEADER_SIZE, lastChunkSpan, SealError, sealedSize } from '../crypto/cobblestone.ts'
import { encodeContext, type SealingContext, segmentContext } from '../crypto/context.ts'
import type { BlobId, BlobStore } from './blob-store.ts'
import { type ChunkRun, chunkRuns, requireRange, totalSize } from './segments.ts'

/** Chunks that are read and opened together: 1 MiB of plaintext. */
const RUN_CHUNKS = 64

/** One segment of a sealed file, with its data key unwrapped. */
export interface SealedSegment {
  readonly blobId: BlobId
  readonly key: Uint8Array
  /** Bytes of plaintext. */
  readonly size: number
}

/** A sealed file: its segments in order, and the context under which they were sealed. */
export interface SealedFile {
  readonly segments: readonly SealedSegment[]
  readonly context: SealingContext
}

/**
 * Reads a sealed file. A segment is touched when its first byte is wanted; then key commitment and length are checked before anything of it
 * is believed. Every method throws SealError where a blob is missing, damaged, cut, extended or from elsewhere, and no byte that is not
 * authenticated is ever returned.
 */
export class SealedFileReader {
  /** Bytes of plaintext. */
  readonly size: number
  readonly #store: BlobStore
  readonly #file: SealedFile
  readonly #decryptors = new Map<number, Promise<Decryptor>>()

  constructor(store: BlobStore, file: SealedFile) {
    this.#store = store
    this.#file = file
    this.size = totalSize(file.segments)
  }

  /** Exactly these bytes; throws RangeError where the file does not hold them all. */
  async read(offset: number, length: number): Promise<Buffer> {
    requireRange(this.size, offset, length)
    const bytes = Buffer.allocUnsafeSlow(length)
    let have = 0
    for (const run of chunkRuns(this.#file.segments, { offset, length }, RUN_CHUNKS)) {
      bytes.set(await this.#open(run), have)
      have += run.length
    }
    return bytes
  }

  /**
   * The bytes from `start` to `end` (exclusive; the whole file by default), in constant memory: one run of chunks is read ahead while the
   * one before is on its way. Throws RangeError at once where the file does not hold them all; a SealError destroys the stream.
   */
  stream({ start = 0, end = this.size }: { start?: number; end?: number } = {}): Readable {
    requireRange(this.size, start, end - start)
    return Readable.from(this.#runs(start, end - start), { objectMode: false })
  }

  async *#runs(offset: number, length: number): AsyncGenerator<Buffer> {
    let ahead: Promise<Buffer> | undefined
    for (const run of chunkRuns(this.#file.segments, { offset, length }, RUN_CHUNKS)) {
      const opened = this.#open(run)
      // Met when its turn comes; until then, or if the reader goes away first, its failure is nobody's yet.
      opened.catch(() => {})
      if (ahead !== undefined) yield await ahead
      ahead = opened
    }
    if (ahead !== undefined) yield await ahead
  }

  async #open(run: ChunkRun): Promise<Buffer> {
    const { blobId, size } = this.#segment(run.segment)
    const decryptor = await this.#decryptor(run.segment)
    const sealed = await this.#store.read(blobId, chunkSpan(run.firstChunk, run.lastChunk, size))
    return decryptor.open(run.firstChunk, sealed).subarray(run.skip, run.skip + run.length)
  }

  #decryptor(index: number): Promise<Decryptor> {
    const known = this.#decryptors.get(index)
    if (known !== undefined) return known
    const opening = this.#openSegment(index)
    this.#decryptors.set(index, opening)
    // A failure of the disk must not stick to a reader that lives on.
    opening.catch(() => this.#decryptors.delete(index))
    return opening
  }

  async #openSegment(index: number): Promise<Decryptor> {
    const { blobId, key, size } = this.#segment(index)
    const stored = await this.#store.size(blobId)
    if (stored !== sealedSize(size)) throw new SealError(`blob ${blobId} is missing or has another length than it was written with`)
    const [header, lastChunk] = await Promise.all([
      this.#store.read(blobId, { offset: 0, length: HEADER_SIZE }),
      this.#store.read(blobId, lastChunkSpan(stored)),
    ])
    return new Decryptor(key, encodeContext(segmentContext(this.#file.context, index)), { header, lastChunk, sealedSize: stored })
  }

  #segment(index: number): SealedSegment {
    const segment = this.#file.segments[index]
    if (segment === undefined) throw new RangeError(`there is no segment ${index}`)
    return segment
  }
}
