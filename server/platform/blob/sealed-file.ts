import { Readable } from 'node:stream'
import { CHUNK_SIZE, chunkSpan, Decryptor, HEADER_SIZE, lastChunkSpan, openBytes, SealError, sealedSize } from '../crypto/cobblestone.ts'
import { encodeContext, type SealingContext, segmentContext } from '../crypto/context.ts'
import { type BlobId, BlobNotFoundError, type BlobStore } from './blob-store.ts'
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
  readonly #store: Pick<BlobStore, 'read' | 'readWhole' | 'size'>
  readonly #file: SealedFile
  readonly #decryptors = new Map<number, Promise<Decryptor>>()

  constructor(store: Pick<BlobStore, 'read' | 'readWhole' | 'size'>, file: SealedFile) {
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

  /**
   * Reads all of the file at once, with one read for each segment, and opens it run by run as these are taken: for files that may be held
   * in memory whole. What throws is thrown here or by the iterable.
   */
  async load(): Promise<Iterable<Buffer>> {
    const segments = await Promise.all(this.#file.segments.map((_, index) => this.#loadSegment(index)))
    return concatenated(segments)
  }

  async #loadSegment(index: number): Promise<Iterable<Buffer>> {
    const { blobId, key, size } = this.#segment(index)
    const context = encodeContext(segmentContext(this.#file.context, index))
    const sealed = await this.#store.readWhole(blobId, sealedSize(size)).catch((cause: unknown) => {
      const isWrong = cause instanceof BlobNotFoundError || cause instanceof RangeError
      throw isWrong ? new SealError(`blob ${blobId} is missing or has another length than it was written with`, { cause }) : cause
    })
    return size <= RUN_CHUNKS * CHUNK_SIZE ? [openBytes(key, context, sealed)] : openRuns(key, context, sealed)
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

/** The plaintext of a sealed segment that is at hand, run by run; its ends are checked at once. */
function openRuns(key: Uint8Array, context: Uint8Array, sealed: Buffer): Iterable<Buffer> {
  const { offset, length } = lastChunkSpan(sealed.length)
  const ends = { header: sealed.subarray(0, HEADER_SIZE), lastChunk: sealed.subarray(offset, offset + length), sealedSize: sealed.length }
  const decryptor = new Decryptor(key, context, ends)
  const { size } = decryptor
  const runs = function* (): Generator<Buffer> {
    for (const { firstChunk, lastChunk } of chunkRuns([{ size }], { offset: 0, length: size }, RUN_CHUNKS)) {
      const span = chunkSpan(firstChunk, lastChunk, size)
      yield decryptor.open(firstChunk, sealed.subarray(span.offset, span.offset + span.length))
    }
  }
  return runs()
}

function* concatenated(segments: readonly Iterable<Buffer>[]): Generator<Buffer> {
  for (const segment of segments) yield* segment
}
