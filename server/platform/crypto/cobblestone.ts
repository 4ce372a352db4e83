/**
 * Sealing of bytes: C2SP chunked encryption (https://c2sp.org/chunked-encryption) as Cobblestone-256, that is HKDF-Expand with SHA-512 and
 * AEAD_AES_256_GCM. A sealed message is `salt (24) || commitment (32) || chunks`; a chunk holds 16 KiB and its tag, the last one holds less
 * than 16 KiB (perhaps nothing) and its tag. See docs/laws/sealed-format.md.
 */
import type { CipherGCM } from 'node:crypto'
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Bytes of plaintext in every chunk but the last. */
export const CHUNK_SIZE = 16_384
/** Bytes of a key. */
export const KEY_SIZE = 32
/** Bytes of salt and commitment, which come before the first chunk. */
export const HEADER_SIZE = 56

const CIPHER = 'aes-256-gcm'
const INFO_PREFIX = 'c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0'
const SALT_SIZE = 24
const NONCE_SIZE = 12
const TAG_SIZE = 16
const SEALED_CHUNK_SIZE = CHUNK_SIZE + TAG_SIZE
const MAX_CHUNKS = 2 ** 38

/** Sealed data that is damaged, cut, extended, from elsewhere, or met with another key. Nothing of it has been handed out. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** A stretch of bytes. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/** How many bytes a plaintext of so many bytes takes once sealed. */
export function sealedSize(plain: number): number {
  if (!Number.isSafeInteger(plain) || plain < 0) throw new RangeError(`not a size: ${plain}`)
  const fullChunks = Math.floor(plain / CHUNK_SIZE)
  if (fullChunks >= MAX_CHUNKS) throw new RangeError('a sealed message holds less than 4 PiB')
  return HEADER_SIZE + plain + (fullChunks + 1) * TAG_SIZE
}

/** How many bytes of plaintext a sealed message of so many bytes holds. Throws SealError for a length that no message has. */
export function plainSize(sealed: number): number {
  const { length } = lastChunkSpan(sealed)
  const fullChunks = (sealed - HEADER_SIZE - length) / SEALED_CHUNK_SIZE
  return fullChunks * CHUNK_SIZE + length - TAG_SIZE
}

/** Where the last chunk lies in a sealed message of so many bytes. Throws SealError for a length that no message has. */
export function lastChunkSpan(sealed: number): Span {
  const body = sealed - HEADER_SIZE
  if (!Number.isSafeInteger(sealed) || body < TAG_SIZE) throw new SealError('sealed data is cut')
  const fullChunks = Math.floor(body / SEALED_CHUNK_SIZE)
  const length = body % SEALED_CHUNK_SIZE
  if (length < TAG_SIZE || fullChunks >= MAX_CHUNKS) throw new SealError('sealed data has an impossible length')
  return { offset: HEADER_SIZE + fullChunks * SEALED_CHUNK_SIZE, length }
}

/** Where chunks `first` to `last` lie in the sealed form of a plaintext of `size` bytes. */
export function chunkSpan(first: number, last: number, size: number): Span {
  const offset = HEADER_SIZE + first * SEALED_CHUNK_SIZE
  return { offset, length: Math.min(HEADER_SIZE + (last + 1) * SEALED_CHUNK_SIZE, sealedSize(size)) - offset }
}

interface MessageKeys {
  readonly key: Buffer
  readonly baseNonce: Buffer
  readonly commitment: Buffer
}

/** RFC 5869 HKDF-Expand with SHA-512; node:crypto's own hkdf also extracts, which this format does not. */
function hkdfExpand(prk: Uint8Array, info: Uint8Array, length: number): Buffer {
  const blocks: Buffer[] = []
  let block = Buffer.alloc(0)
  for (let have = 0; have < length; have += block.length) {
    block = createHmac('sha512', prk)
      .update(Buffer.concat([block, info, Uint8Array.of(blocks.length + 1)]))
      .digest()
    blocks.push(block)
  }
  return Buffer.concat(blocks, length)
}

function deriveMessageKeys(key: Uint8Array, context: Uint8Array, salt: Uint8Array): MessageKeys {
  if (key.length !== KEY_SIZE) throw new SealError(`a sealing key has ${KEY_SIZE} bytes`)
  const info = Buffer.concat([Buffer.from(INFO_PREFIX, 'latin1'), salt, context])
  const derived = hkdfExpand(key, info, KEY_SIZE + NONCE_SIZE + 32)
  return {
    key: derived.subarray(0, KEY_SIZE),
    baseNonce: derived.subarray(KEY_SIZE, KEY_SIZE + NONCE_SIZE),
    commitment: derived.subarray(KEY_SIZE + NONCE_SIZE),
  }
}

/** The base nonce XOR the chunk number, a big-endian integer of at most 38 bits. */
function chunkNonce(baseNonce: Buffer, index: number): Buffer {
  const nonce = Buffer.from(baseNonce)
  nonce.writeUInt8(nonce.readUInt8(7) ^ Math.floor(index / 2 ** 32), 7)
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ (index % 2 ** 32)) >>> 0, 8)
  return nonce
}

/** Seals one message as it comes in, in pieces of any size. Holds back no plaintext. */
export interface Encryptor {
  /** Sealed bytes in order, as pieces that need no joining. The caller may reuse `plaintext` afterwards. */
  update(plaintext: Uint8Array): Buffer[]
  /** The last sealed bytes; without them the message does not open. */
  final(): Buffer[]
}

class MessageEncryptor implements Encryptor {
  readonly #keys: MessageKeys
  #header: Buffer[]
  #index = 0
  #filled = 0
  #cipher: CipherGCM | undefined

  constructor(key: Uint8Array, context: Uint8Array, salt: Uint8Array) {
    this.#keys = deriveMessageKeys(key, context, salt)
    this.#header = [Buffer.from(salt), this.#keys.commitment]
    this.#cipher = this.#cipherOf(0)
  }

  update(plaintext: Uint8Array): Buffer[] {
    const sealed = this.#takeHeader()
    for (let at = 0; at < plaintext.length; ) {
      const piece = plaintext.subarray(at, at + CHUNK_SIZE - this.#filled)
      sealed.push(this.#current().update(piece))
      at += piece.length
      this.#filled += piece.length
      if (this.#filled === CHUNK_SIZE) {
        sealed.push(this.#closeChunk())
        this.#startNextChunk()
      }
    }
    return sealed
  }

  final(): Buffer[] {
    const sealed = [...this.#takeHeader(), this.#closeChunk()]
    this.#cipher = undefined
    return sealed
  }

  #takeHeader(): Buffer[] {
    const header = this.#header
    this.#header = []
    return header
  }

  #closeChunk(): Buffer {
    this.#current().final()
    return this.#current().getAuthTag()
  }

  #startNextChunk(): void {
    this.#filled = 0
    this.#index += 1
    if (this.#index >= MAX_CHUNKS) throw new RangeError('a sealed message holds less than 4 PiB')
    this.#cipher = this.#cipherOf(this.#index)
  }

  #cipherOf(index: number): CipherGCM {
    return createCipheriv(CIPHER, this.#keys.key, chunkNonce(this.#keys.baseNonce, index), { authTagLength: TAG_SIZE })
  }

  #current(): CipherGCM {
    if (this.#cipher === undefined) throw new Error('this message is finished')
    return this.#cipher
  }
}

/** An encryptor for one message, under a salt of its own. `context` is bound into the key and needed to open. */
export function createEncryptor(key: Uint8Array, context: Uint8Array): Encryptor {
  return new MessageEncryptor(key, context, randomBytes(SALT_SIZE))
}

/**
 * For known-answer tests alone: the salt is given.
 * @internal Two messages under one key and salt share their nonces, which gives both away; hence never outside a test.
 */
export function createEncryptorWithSalt(key: Uint8Array, context: Uint8Array, salt: Uint8Array): Encryptor {
  return new MessageEncryptor(key, context, salt)
}

/** What must be at hand before anything of a message is believed: both its ends and its length. */
export interface SealedEnds {
  /** The first HEADER_SIZE bytes. */
  readonly header: Uint8Array
  /** The bytes that `lastChunkSpan(sealedSize)` names. */
  readonly lastChunk: Uint8Array
  readonly sealedSize: number
}

/**
 * Opens chunks of one message in any order. One that exists has checked the key commitment, and then the message's length by
 * authenticating its last chunk, so a truncated or extended message yields nothing at all.
 */
export class Decryptor {
  /** Bytes of plaintext; authenticated. */
  readonly size: number
  readonly #keys: MessageKeys

  constructor(key: Uint8Array, context: Uint8Array, ends: SealedEnds) {
    this.size = plainSize(ends.sealedSize)
    this.#keys = committedKeys(key, context, ends.header)
    this.open(Math.floor(this.size / CHUNK_SIZE), ends.lastChunk)
  }

  /**
   * Plaintext of consecutive whole chunks from number `first` on; `sealed` are exactly the bytes that `chunkSpan` names. Every chunk is
   * authenticated before any byte is returned.
   */
  open(first: number, sealed: Uint8Array): Buffer {
    const count = Math.ceil(sealed.length / SEALED_CHUNK_SIZE)
    if (count === 0 || chunkSpan(first, first + count - 1, this.size).length !== sealed.length) throw new SealError('sealed data is cut')
    return openChunks(this.#keys, first, sealed)
  }
}

/** The keys of a message, once it is sure that it was sealed under this key and context. */
function committedKeys(key: Uint8Array, context: Uint8Array, header: Uint8Array): MessageKeys {
  if (header.length !== HEADER_SIZE) throw new SealError('sealed data is cut')
  const keys = deriveMessageKeys(key, context, header.subarray(0, SALT_SIZE))
  if (!timingSafeEqual(keys.commitment, header.subarray(SALT_SIZE))) throw new SealError('sealed data belongs to another key or context')
  return keys
}

/** Whether a message was sealed under this key and context, by its first HEADER_SIZE bytes alone; that all of it is sound this does not say. */
export function isSealedUnder(key: Uint8Array, context: Uint8Array, header: Uint8Array): boolean {
  try {
    committedKeys(key, context, header)
    return true
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/** Opens consecutive chunks. None of them is returned before all are authenticated. */
function openChunks(keys: MessageKeys, first: number, sealed: Uint8Array): Buffer {
  if (sealed.length <= SEALED_CHUNK_SIZE) return openChunk(keys, first, sealed)
  const count = Math.ceil(sealed.length / SEALED_CHUNK_SIZE)
  const plaintext = Buffer.allocUnsafeSlow(sealed.length - count * TAG_SIZE)
  for (let n = 0; n < count; n += 1) {
    const chunk = sealed.subarray(n * SEALED_CHUNK_SIZE, (n + 1) * SEALED_CHUNK_SIZE)
    plaintext.set(openChunk(keys, first + n, chunk), n * CHUNK_SIZE)
  }
  return plaintext
}

function openChunk({ key, baseNonce }: MessageKeys, index: number, chunk: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, chunkNonce(baseNonce, index), { authTagLength: TAG_SIZE })
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_SIZE))
  const plaintext = decipher.update(chunk.subarray(0, chunk.length - TAG_SIZE))
  try {
    decipher.final()
  } catch (cause) {
    throw new SealError('sealed data is damaged', { cause })
  }
  return plaintext
}

/** Seals a small value (a key, a field of the database) in the same format as a file. */
export function sealBytes(key: Uint8Array, context: Uint8Array, plaintext: Uint8Array): Buffer {
  const encryptor = createEncryptor(key, context)
  return Buffer.concat([...encryptor.update(plaintext), ...encryptor.final()])
}

/**
 * Opens a whole message that is at hand, a value of `sealBytes` or a short file, each chunk once; throws SealError for anything that was not
 * sealed under this key and context. A message ends with a chunk that is not full: one that was cut between two has a length that none has.
 */
export function openBytes(key: Uint8Array, context: Uint8Array, sealed: Uint8Array): Buffer {
  // Throws for a length that no message has.
  plainSize(sealed.length)
  return openChunks(committedKeys(key, context, sealed.subarray(0, HEADER_SIZE)), 0, sealed.subarray(HEADER_SIZE))
}
