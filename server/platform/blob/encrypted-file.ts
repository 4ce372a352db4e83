import { Readable } from 'node:stream'
import {
  CHUNK_SIZE,
  chunkSpan,
  Decryptor,
  type EncryptedChunks,
  EncryptionError,
  encryptedSize,
  HEADER_SIZE,
  lastChunkSpan,
  openBytes,
  wholeMessage,
} from '../encryption/cobblestone.ts'
import { type EncryptionContext, encodeContext, segmentContext } from '../encryption/context.ts'
import { type BlobId, BlobNotFoundError, type BlobStore } from './blob-store.ts'
import { type ChunkRun, chunkRuns, requireRange, totalSize } from './segments.ts'

/** A run holds 1 MiB of plaintext. */
const RUN_CHUNKS = 64

/** Less takes as long to pass as to decrypt. */
const ELSEWHERE = 256 * 1024

/** The thread takes the memory. @throws EncryptionError */
export type ChunkDecryptor = (chunks: EncryptedChunks) => Promise<Buffer>

export interface EncryptedSegment {
  readonly blobId: BlobId
  readonly key: Uint8Array
  /** The size counts plaintext bytes. */
  readonly size: number
}

export interface EncryptedFile {
  readonly segments: readonly EncryptedSegment[]
  readonly context: EncryptionContext
}

/**
 * Checks key commitment and length first, and never returns unauthenticated bytes. Methods throw EncryptionError if a blob is missing,
 * changed or moved.
 */
export class EncryptedFileReader {
  readonly size: number
  readonly #store: Pick<BlobStore, 'read' | 'readWhole' | 'size'>
  readonly #file: EncryptedFile
  readonly #elsewhere: ChunkDecryptor | undefined
  readonly #decryptors = new Map<number, Promise<Decryptor>>()

  /** @param elsewhere decrypts large pieces off this thread. */
  constructor(
    store: Pick<BlobStore, 'read' | 'readWhole' | 'size'>,
    file: EncryptedFile,
    elsewhere?: ChunkDecryptor,
  ) {
    this.#store = store
    this.#file = file
    this.#elsewhere = elsewhere
    this.size = totalSize(file.segments)
  }

  /** @throws RangeError if the file is shorter. */
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

  /** Uses constant memory. @throws RangeError at once if the file is shorter. An EncryptionError destroys the stream. */
  stream({ start = 0, end = this.size }: { start?: number; end?: number } = {}): Readable {
    requireRange(this.size, start, end - start)
    return Readable.from(this.#runs(start, end - start), { objectMode: false })
  }

  /** Errors come from the call or the iterable. */
  async load(): Promise<Iterable<Buffer>> {
    const segments = await Promise.all(
      this.#file.segments.map((_, index) => this.#loadSegment(index)),
    )
    return concatenated(segments)
  }

  async #loadSegment(index: number): Promise<Iterable<Buffer>> {
    const { blobId, key, size } = this.#segment(index)
    const context = encodeContext(segmentContext(this.#file.context, index))
    const encrypted = await this.#store
      .readWhole(blobId, encryptedSize(size))
      .catch((cause: unknown) => {
        const isWrong = cause instanceof BlobNotFoundError || cause instanceof RangeError
        throw isWrong
          ? new EncryptionError(
              `blob ${blobId} is missing or has another length than it was written with`,
              { cause },
            )
          : cause
      })
    if (this.#elsewhere && size >= ELSEWHERE)
      return [await this.#elsewhere(wholeMessage(key, context, encrypted))]
    return size <= RUN_CHUNKS * CHUNK_SIZE
      ? [openBytes(key, context, encrypted)]
      : openRuns(key, context, encrypted)
  }

  async *#runs(offset: number, length: number): AsyncGenerator<Buffer> {
    let ahead: Promise<Buffer> | undefined
    for (const run of chunkRuns(this.#file.segments, { offset, length }, RUN_CHUNKS)) {
      const opened = this.#open(run)
      // The error is handled later.
      opened.catch(() => {})
      if (ahead !== undefined) yield await ahead
      ahead = opened
    }
    if (ahead !== undefined) yield await ahead
  }

  async #open(run: ChunkRun): Promise<Buffer> {
    const { blobId, size } = this.#segment(run.segment)
    const decryptor = await this.#decryptor(run.segment)
    const encrypted = await this.#store.read(blobId, chunkSpan(run.firstChunk, run.lastChunk, size))
    const opened =
      this.#elsewhere && encrypted.length >= ELSEWHERE
        ? await this.#elsewhere(decryptor.chunks(run.firstChunk, encrypted))
        : decryptor.open(run.firstChunk, encrypted)
    return opened.subarray(run.skip, run.skip + run.length)
  }

  #decryptor(index: number): Promise<Decryptor> {
    const known = this.#decryptors.get(index)
    if (known !== undefined) return known
    const opening = this.#openSegment(index)
    this.#decryptors.set(index, opening)
    // A disk error must not stay cached.
    opening.catch(() => this.#decryptors.delete(index))
    return opening
  }

  async #openSegment(index: number): Promise<Decryptor> {
    const { blobId, key, size } = this.#segment(index)
    const stored = await this.#store.size(blobId)
    if (stored !== encryptedSize(size))
      throw new EncryptionError(
        `blob ${blobId} is missing or has another length than it was written with`,
      )
    const [header, lastChunk] = await Promise.all([
      this.#store.read(blobId, { offset: 0, length: HEADER_SIZE }),
      this.#store.read(blobId, lastChunkSpan(stored)),
    ])
    return new Decryptor(key, encodeContext(segmentContext(this.#file.context, index)), {
      header,
      lastChunk,
      encryptedSize: stored,
    })
  }

  #segment(index: number): EncryptedSegment {
    const segment = this.#file.segments[index]
    if (segment === undefined) throw new RangeError(`there is no segment ${index}`)
    return segment
  }
}

/** Both ends are checked before any run is returned. */
function openRuns(key: Uint8Array, context: Uint8Array, encrypted: Buffer): Iterable<Buffer> {
  const { offset, length } = lastChunkSpan(encrypted.length)
  const ends = {
    header: encrypted.subarray(0, HEADER_SIZE),
    lastChunk: encrypted.subarray(offset, offset + length),
    encryptedSize: encrypted.length,
  }
  const decryptor = new Decryptor(key, context, ends)
  const { size } = decryptor
  const runs = function* (): Generator<Buffer> {
    for (const { firstChunk, lastChunk } of chunkRuns(
      [{ size }],
      { offset: 0, length: size },
      RUN_CHUNKS,
    )) {
      const span = chunkSpan(firstChunk, lastChunk, size)
      yield decryptor.open(firstChunk, encrypted.subarray(span.offset, span.offset + span.length))
    }
  }
  return runs()
}

function* concatenated(segments: readonly Iterable<Buffer>[]): Generator<Buffer> {
  for (const segment of segments) yield* segment
}
