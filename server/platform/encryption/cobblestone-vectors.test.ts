import { createHash, webcrypto } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  createEncryptorWithSalt,
  EncryptionError,
  encryptedSize,
  openBytes,
  plainSize,
} from './cobblestone.ts'
import vectors from './cobblestone-256.vectors.json' with { type: 'json' }

const { sealroom, wycheproof } = vectors
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts))

/** WebCrypto makes this independent of cobblestone.ts. */
async function encryptIndependently(
  key: Uint8Array,
  context: Uint8Array,
  salt: Uint8Array,
  plaintext: Uint8Array,
): Promise<Buffer> {
  const { subtle } = webcrypto
  const info = concat([
    Buffer.from('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0'),
    salt,
    context,
  ])
  const prk = await subtle.importKey(
    'raw',
    concat([key]),
    { name: 'HMAC', hash: 'SHA-512' },
    false,
    ['sign'],
  )
  const first = new Uint8Array(await subtle.sign('HMAC', prk, concat([info, Uint8Array.of(1)])))
  const second = new Uint8Array(
    await subtle.sign('HMAC', prk, concat([first, info, Uint8Array.of(2)])),
  )
  const derived = concat([first, second]).subarray(0, 76)
  const chunkKey = await subtle.importKey(
    'raw',
    concat([derived.subarray(0, 32)]),
    'AES-GCM',
    false,
    ['encrypt'],
  )
  const encrypted = [salt, derived.subarray(44)]
  for (let index = 0; index <= Math.floor(plaintext.length / 16384); index += 1) {
    const nonce =
      BigInt(`0x${Buffer.from(derived.subarray(32, 44)).toString('hex')}`) ^ BigInt(index)
    const iv = concat([hex(nonce.toString(16).padStart(24, '0'))])
    const chunk = concat([plaintext.subarray(index * 16384, (index + 1) * 16384)])
    encrypted.push(new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, chunkKey, chunk)))
  }
  return Buffer.concat(encrypted)
}

function encryptWithSalt(
  key: Uint8Array,
  context: Uint8Array,
  salt: Uint8Array,
  plaintext: Uint8Array,
): Buffer {
  const encryptor = createEncryptorWithSalt(key, context, salt)
  return Buffer.concat([...encryptor.update(plaintext), ...encryptor.final()])
}

describe('the known answers of Sealroom', () => {
  const key = hex(sealroom.key)
  const salt = hex(sealroom.salt)
  const context = hex(sealroom.context)

  it.each(sealroom.cases)(
    'seals $size bytes as written down, and as WebCrypto does',
    async (vector) => {
      const plaintext = Uint8Array.from(
        { length: vector.size },
        (_, i) => (31 * i + Math.floor(i / 256)) % 256,
      )
      const encrypted = encryptWithSalt(key, context, salt, plaintext)

      expect(encrypted.equals(await encryptIndependently(key, context, salt, plaintext))).toBe(true)
      expect(createHash('sha256').update(encrypted).digest('hex')).toBe(vector.sealedSha256)
      if (vector.sealed !== undefined) expect(encrypted.toString('hex')).toBe(vector.sealed)
      expect(encryptedSize(vector.size)).toBe(vector.sealedSize)
      expect(plainSize(vector.sealedSize)).toBe(vector.size)
      expect(openBytes(key, context, encrypted).equals(plaintext)).toBe(true)
    },
  )
})

describe('the known answers of Wycheproof', () => {
  it.each(wycheproof.valid)(
    '$tcId opens: $comment',
    ({ key, context, sealedDeflated: encryptedDeflated, size, sha512 }) => {
      const encrypted = inflateSync(hex(encryptedDeflated))
      const plaintext = openBytes(hex(key), hex(context), encrypted)

      expect(plaintext).toHaveLength(size)
      expect(createHash('sha512').update(plaintext).digest('hex')).toBe(sha512)
      expect(
        encryptWithSalt(hex(key), hex(context), encrypted.subarray(0, 24), plaintext).equals(
          encrypted,
        ),
      ).toBe(true)
    },
  )

  it.each(wycheproof.invalid)(
    '$tcId is refused: $comment',
    ({ key, context, sealedDeflated: encryptedDeflated }) => {
      expect(() => openBytes(hex(key), hex(context), inflateSync(hex(encryptedDeflated)))).toThrow(
        EncryptionError,
      )
    },
  )
})
