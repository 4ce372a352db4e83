import { createHash } from 'node:crypto'
import { createEncryptor, type Encryptor, sealedSize } from '../crypto/cobblestone.ts'
import { encodeContext, type SealingContext, segmentContext } from '../crypto/context.ts'
import { newKey } from '../crypto/room-key.ts'
import { type BlobId, type BlobStore, type BlobWriter, newBlobId } from './blob-store.ts'

/** Plaintext is sealed so much at a time, which bounds the memory of one call and how long it keeps the event loop. */
const STEP_SIZE = 256 * 1024

/** A stored segment. The key is for wrapping and nothing else. */
export interface StoredSegment {
  readonly blobId: BlobId
  /** The segment's own random data key. */
  readonly key: Buffer
  /** Bytes of plaintext. */
  readonly size: number
  readonly sealedSize: number
  /** Of the plaintext, in hex. */
  readonly sha256: string
}

/** Seals one segment of a file as it comes in. */
export interface SegmentWriter {
  /** The caller may reuse `plaintext` once the promise is kept. Throws NoSpaceError where the disk is full. */
  write(plaintext: Uint8Array): Promise<void>
  /** Commits the blob durably. Where that fails nothing is left behind. */
  finish(): Promise<StoredSegment>
  /** Leaves nothing behind. Does nothing once finished or discarded, so it may stand in a `finally`. */
  discard(): Promise<void>
}

/**
 * Begins segment number `segment` of the file that `context` names, in a blob, under a key and a salt of its own. What an interrupted
 * upload sends later goes into a further segment, so that no key and index ever meet two contents.
 */
export async function writeSegment(store: BlobStore, context: SealingContext, segment: number): Promise<SegmentWriter> {
  const key = newKey()
  const blobId = newBlobId()
  const encryptor = createEncryptor(key, encodeContext(segmentContext(context, segment)))
  return new SealingSegmentWriter(key, blobId, encryptor, await store.create(blobId))
}

class SealingSegmentWriter implements SegmentWriter {
  readonly #key: Buffer
  readonly #blobId: BlobId
  readonly #encryptor: Encryptor
  readonly #blob: BlobWriter
  readonly #hash = createHash('sha256')
  #size = 0

  constructor(key: Buffer, blobId: BlobId, encryptor: Encryptor, blob: BlobWriter) {
    this.#key = key
    this.#blobId = blobId
    this.#encryptor = encryptor
    this.#blob = blob
  }

  async write(plaintext: Uint8Array): Promise<void> {
    for (let at = 0; at < plaintext.length; at += STEP_SIZE) {
      const step = plaintext.subarray(at, at + STEP_SIZE)
      this.#hash.update(step)
      this.#size += step.length
      for (const sealed of this.#encryptor.update(step)) await this.#blob.write(sealed)
    }
  }

  async finish(): Promise<StoredSegment> {
    try {
      for (const sealed of this.#encryptor.final()) await this.#blob.write(sealed)
      await this.#blob.commit()
    } catch (error) {
      await this.discard()
      throw error
    }
    const sha256 = this.#hash.digest('hex')
    return { blobId: this.#blobId, key: this.#key, size: this.#size, sealedSize: sealedSize(this.#size), sha256 }
  }

  discard(): Promise<void> {
    return this.#blob.discard()
  }
}
