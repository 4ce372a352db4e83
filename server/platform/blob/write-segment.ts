import { createHash } from 'node:crypto'
import { createEncryptor, type Encryptor, encryptedSize } from '../encryption/cobblestone.ts'
import { type EncryptionContext, encodeContext, segmentContext } from '../encryption/context.ts'
import { newKey } from '../encryption/room-key.ts'
import { type BlobId, type BlobStore, type BlobWriter, newBlobId } from './blob-store.ts'

/** This bounds memory and blocking. */
const STEP_SIZE = 256 * 1024

/** The key is stored only wrapped. */
export interface StoredSegment {
  readonly blobId: BlobId
  readonly key: Buffer
  /** The size counts plaintext bytes. */
  readonly size: number
  readonly encryptedSize: number
  /** The value is SHA-256 of the plaintext in hex. */
  readonly sha256: string
}

export interface SegmentWriter {
  /** `plaintext` may be reused after the promise resolves. @throws NoSpaceError */
  write(plaintext: Uint8Array): Promise<void>
  finish(): Promise<StoredSegment>
  discard(): Promise<void>
}

/** A resumed upload starts another segment, so no key and index encrypt two contents. */
export async function writeSegment(
  store: BlobStore,
  context: EncryptionContext,
  segment: number,
): Promise<SegmentWriter> {
  const key = newKey()
  const blobId = newBlobId()
  const encryptor = createEncryptor(key, encodeContext(segmentContext(context, segment)))
  return new EncryptingSegmentWriter(key, blobId, encryptor, await store.create(blobId))
}

class EncryptingSegmentWriter implements SegmentWriter {
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
      for (const encrypted of this.#encryptor.update(step)) await this.#blob.write(encrypted)
    }
  }

  async finish(): Promise<StoredSegment> {
    try {
      for (const encrypted of this.#encryptor.final()) await this.#blob.write(encrypted)
      await this.#blob.commit()
    } catch (error) {
      await this.discard()
      throw error
    }
    const sha256 = this.#hash.digest('hex')
    return {
      blobId: this.#blobId,
      key: this.#key,
      size: this.#size,
      encryptedSize: encryptedSize(this.#size),
      sha256,
    }
  }

  discard(): Promise<void> {
    return this.#blob.discard()
  }
}
