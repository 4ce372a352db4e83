/**
 * Implements C2SP chunked encryption (https://c2sp.org/chunked-encryption), Cobblestone-256: HKDF-Expand with SHA-512 and
 * AEAD_AES_256_GCM. A message is `salt (24) || commitment (32) || chunks`. Chunks end with a tag; the last has less than 16 KiB. See
 * docs/laws/sealed-format.md.
 */
import type { CipherGCM } from 'node:crypto'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Only the last chunk has fewer plaintext bytes. */
export const CHUNK_SIZE = 16_384
export const KEY_SIZE = 32
/** The header is salt and commitment. */
export const HEADER_SIZE = 56

const CIPHER = 'aes-256-gcm'
const INFO_PREFIX = 'c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0'
const SALT_SIZE = 24
const NONCE_SIZE = 12
const TAG_SIZE = 16
const ENCRYPTED_CHUNK_SIZE = CHUNK_SIZE + TAG_SIZE
const MAX_CHUNKS = 2 ** 38

/** Data is damaged or moved, or the key wrong. No plaintext was returned. */
export class EncryptionError extends Error {
  override readonly name = 'SealError'
}

export interface ChunkSpan {
  readonly offset: number
  readonly length: number
}

export function encryptedSize(plain: number): number {
  if (!Number.isSafeInteger(plain) || plain < 0) throw new RangeError(`not a size: ${plain}`)
  const fullChunks = Math.floor(plain / CHUNK_SIZE)
  if (fullChunks >= MAX_CHUNKS) throw new RangeError('a sealed message holds less than 4 PiB')
  return HEADER_SIZE + plain + (fullChunks + 1) * TAG_SIZE
}

export function plainSize(encrypted: number): number {
  const { length } = lastChunkSpan(encrypted)
  const fullChunks = (encrypted - HEADER_SIZE - length) / ENCRYPTED_CHUNK_SIZE
  return fullChunks * CHUNK_SIZE + length - TAG_SIZE
}

/** @throws EncryptionError for an impossible length. */
export function lastChunkSpan(encrypted: number): ChunkSpan {
  const body = encrypted - HEADER_SIZE
  if (!Number.isSafeInteger(encrypted) || body < TAG_SIZE)
    throw new EncryptionError('sealed data is cut')
  const fullChunks = Math.floor(body / ENCRYPTED_CHUNK_SIZE)
  const length = body % ENCRYPTED_CHUNK_SIZE
  if (length < TAG_SIZE || fullChunks >= MAX_CHUNKS)
    throw new EncryptionError('sealed data has an impossible length')
  return { offset: HEADER_SIZE + fullChunks * ENCRYPTED_CHUNK_SIZE, length }
}

/** `size` counts plaintext bytes. */
export function chunkSpan(first: number, last: number, size: number): ChunkSpan {
  const offset = HEADER_SIZE + first * ENCRYPTED_CHUNK_SIZE
  return {
    offset,
    length: Math.min(HEADER_SIZE + (last + 1) * ENCRYPTED_CHUNK_SIZE, encryptedSize(size)) - offset,
  }
}

interface MessageKeys {
  readonly key: Buffer
  readonly baseNonce: Buffer
  readonly commitment: Buffer
}

/** Node's hkdf also extracts, which this format does not (RFC 5869). */
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
  if (key.length !== KEY_SIZE) throw new EncryptionError(`a sealing key has ${KEY_SIZE} bytes`)
  const info = Buffer.concat([Buffer.from(INFO_PREFIX, 'latin1'), salt, context])
  const derived = hkdfExpand(key, info, KEY_SIZE + NONCE_SIZE + 32)
  return {
    key: derived.subarray(0, KEY_SIZE),
    baseNonce: derived.subarray(KEY_SIZE, KEY_SIZE + NONCE_SIZE),
    commitment: derived.subarray(KEY_SIZE + NONCE_SIZE),
  }
}

/** XORs the base nonce with the big-endian chunk number of at most 38 bits. */
function chunkNonce(baseNonce: Uint8Array, index: number): Buffer {
  const nonce = Buffer.from(baseNonce)
  nonce.writeUInt8(nonce.readUInt8(7) ^ Math.floor(index / 2 ** 32), 7)
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ (index % 2 ** 32)) >>> 0, 8)
  return nonce
}

export interface Encryptor {
  /** `plaintext` may be reused after the call. */
  update(plaintext: Uint8Array): Buffer[]
  /** Decryption needs these bytes. */
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
    const encrypted = this.#takeHeader()
    for (let at = 0; at < plaintext.length; ) {
      const piece = plaintext.subarray(at, at + CHUNK_SIZE - this.#filled)
      encrypted.push(this.#current().update(piece))
      at += piece.length
      this.#filled += piece.length
      if (this.#filled === CHUNK_SIZE) {
        encrypted.push(this.#closeChunk())
        this.#startNextChunk()
      }
    }
    return encrypted
  }

  final(): Buffer[] {
    const encrypted = [...this.#takeHeader(), this.#closeChunk()]
    this.#cipher = undefined
    return encrypted
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
    return createCipheriv(CIPHER, this.#keys.key, chunkNonce(this.#keys.baseNonce, index), {
      authTagLength: TAG_SIZE,
    })
  }

  #current(): CipherGCM {
    if (this.#cipher === undefined) throw new Error('this message is finished')
    return this.#cipher
  }
}

export function createEncryptor(key: Uint8Array, context: Uint8Array): Encryptor {
  return new MessageEncryptor(key, context, randomBytes(SALT_SIZE))
}

/** @internal Serves known-answer tests only. Two messages with the same key and salt share nonces, which reveals both. */
export function createEncryptorWithSalt(
  key: Uint8Array,
  context: Uint8Array,
  salt: Uint8Array,
): Encryptor {
  return new MessageEncryptor(key, context, salt)
}

export interface EncryptedEnds {
  readonly header: Uint8Array
  readonly lastChunk: Uint8Array
  readonly encryptedSize: number
}

/** The constructor checks key commitment and last chunk, so truncated or extended messages yield nothing. */
export class Decryptor {
  /** The size is authenticated. */
  readonly size: number
  readonly #keys: MessageKeys

  constructor(key: Uint8Array, context: Uint8Array, ends: EncryptedEnds) {
    this.size = plainSize(ends.encryptedSize)
    this.#keys = committedKeys(key, context, ends.header)
    this.open(Math.floor(this.size / CHUNK_SIZE), ends.lastChunk)
  }

  /** The range is `chunkSpan`'s. All chunks are authenticated before any byte is returned. */
  open(first: number, encrypted: Uint8Array): Buffer {
    return openChunks(this.chunks(first, encrypted))
  }

  chunks(first: number, encrypted: Uint8Array): EncryptedChunks {
    const count = Math.ceil(encrypted.length / ENCRYPTED_CHUNK_SIZE)
    if (count === 0 || chunkSpan(first, first + count - 1, this.size).length !== encrypted.length)
      throw new EncryptionError('sealed data is cut')
    return { ...this.#keys, first, encrypted }
  }
}

/** The message's header has been checked. */
export interface EncryptedChunks {
  readonly key: Uint8Array
  readonly baseNonce: Uint8Array
  readonly first: number
  readonly encrypted: Uint8Array
}

const plainLength = ({ encrypted }: EncryptedChunks): number =>
  encrypted.length - Math.ceil(encrypted.length / ENCRYPTED_CHUNK_SIZE) * TAG_SIZE

function committedKeys(key: Uint8Array, context: Uint8Array, header: Uint8Array): MessageKeys {
  if (header.length !== HEADER_SIZE) throw new EncryptionError('sealed data is cut')
  const keys = deriveMessageKeys(key, context, header.subarray(0, SALT_SIZE))
  if (!timingSafeEqual(keys.commitment, header.subarray(SALT_SIZE)))
    throw new EncryptionError('sealed data belongs to another key or context')
  return keys
}

/** The rest of the message is not checked. */
export function isEncryptedUnder(
  key: Uint8Array,
  context: Uint8Array,
  header: Uint8Array,
): boolean {
  try {
    committedKeys(key, context, header)
    return true
  } catch (error) {
    if (error instanceof EncryptionError) return false
    throw error
  }
}

function openChunks(chunks: EncryptedChunks): Buffer {
  if (chunks.encrypted.length <= ENCRYPTED_CHUNK_SIZE)
    return openChunk(chunks, chunks.first, chunks.encrypted)
  return openInto(chunks, Buffer.allocUnsafeSlow(plainLength(chunks)))
}

/** Reuses the input memory, whose content is useless after an error. */
export function openInPlace(chunks: EncryptedChunks): Uint8Array {
  return openInto(chunks, chunks.encrypted.subarray(0, plainLength(chunks)))
}

/** The plaintext never overtakes the chunk read, so memory may be shared. */
function openInto<Target extends Uint8Array>(chunks: EncryptedChunks, plaintext: Target): Target {
  const { first, encrypted } = chunks
  for (let n = 0; n * ENCRYPTED_CHUNK_SIZE < encrypted.length; n += 1) {
    const chunk = encrypted.subarray(n * ENCRYPTED_CHUNK_SIZE, (n + 1) * ENCRYPTED_CHUNK_SIZE)
    plaintext.set(openChunk(chunks, first + n, chunk), n * CHUNK_SIZE)
  }
  return plaintext
}

function openChunk(
  { key, baseNonce }: Pick<EncryptedChunks, 'key' | 'baseNonce'>,
  index: number,
  chunk: Uint8Array,
): Buffer {
  const decipher = createDecipheriv(CIPHER, key, chunkNonce(baseNonce, index), {
    authTagLength: TAG_SIZE,
  })
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_SIZE))
  const plaintext = decipher.update(chunk.subarray(0, chunk.length - TAG_SIZE))
  try {
    decipher.final()
  } catch (cause) {
    throw new EncryptionError('sealed data is damaged', { cause })
  }
  return plaintext
}

export function encryptBytes(key: Uint8Array, context: Uint8Array, plaintext: Uint8Array): Buffer {
  const encryptor = createEncryptor(key, context)
  return Buffer.concat([...encryptor.update(plaintext), ...encryptor.final()])
}

/** Truncation between chunks gives an impossible length. @throws EncryptionError for another key, context or damage. */
export function openBytes(key: Uint8Array, context: Uint8Array, encrypted: Uint8Array): Buffer {
  return openChunks(wholeMessage(key, context, encrypted))
}

export function wholeMessage(
  key: Uint8Array,
  context: Uint8Array,
  encrypted: Uint8Array,
): EncryptedChunks {
  plainSize(encrypted.length)
  return {
    ...committedKeys(key, context, encrypted.subarray(0, HEADER_SIZE)),
    first: 0,
    encrypted: encrypted.subarray(HEADER_SIZE),
  }
}
