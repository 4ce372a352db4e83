import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHUNK_SIZE,
  chunkSpan,
  createEncryptor,
  Decryptor,
  EncryptionError,
  encryptBytes,
  encryptedSize,
  HEADER_SIZE,
  lastChunkSpan,
  openBytes,
  plainSize,
} from './cobblestone.ts'

const key = randomBytes(32)
const context = Buffer.from('where it belongs')
const ENCRYPTED_CHUNK = CHUNK_SIZE + 16

const anySize = fc.oneof(
  fc.integer({ min: 0, max: 60_000 }),
  fc.constantFrom(0, 1, 16383, 16384, 16385, 32767, 32768, 32769, 49152),
)

function decryptorOf(encrypted: Buffer, withKey = key, withContext = context): Decryptor {
  const last = lastChunkSpan(encrypted.length)
  const header = encrypted.subarray(0, HEADER_SIZE)
  return new Decryptor(withKey, withContext, {
    header,
    lastChunk: encrypted.subarray(last.offset),
    encryptedSize: encrypted.length,
  })
}

function chunkOf(encrypted: Buffer, index: number): Buffer {
  const { offset, length } = chunkSpan(index, index, plainSize(encrypted.length))
  return encrypted.subarray(offset, offset + length)
}

describe('round trip', () => {
  it('decrypts what was encrypted, of any length and in any pieces', () => {
    fc.assert(
      fc.property(
        anySize,
        fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 6 }),
        (size, cuts) => {
          const plaintext = randomBytes(size)
          const encryptor = createEncryptor(key, context)
          const encrypted: Buffer[] = []
          const edges = [0, ...cuts.filter((cut) => cut < size).sort((a, b) => a - b), size]
          for (const [n, edge] of edges.slice(1).entries()) {
            const piece = Buffer.from(plaintext.subarray(edges[n], edge))
            encrypted.push(...encryptor.update(piece))
            piece.fill(0)
          }
          encrypted.push(...encryptor.final())
          const whole = Buffer.concat(encrypted)
          expect(whole).toHaveLength(encryptedSize(size))
          expect(plainSize(whole.length)).toBe(size)
          expect(openBytes(key, context, whole).equals(plaintext)).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('opens any run of chunks by itself', () => {
    const plaintext = randomBytes(5 * CHUNK_SIZE + 7)
    const encrypted = encryptBytes(key, context, plaintext)
    const decryptor = decryptorOf(encrypted)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), (a, b) => {
        const first = Math.min(a, b)
        const last = Math.max(a, b)
        const span = chunkSpan(first, last, plaintext.length)
        const opened = decryptor.open(
          first,
          encrypted.subarray(span.offset, span.offset + span.length),
        )
        expect(opened.equals(plaintext.subarray(first * CHUNK_SIZE, (last + 1) * CHUNK_SIZE))).toBe(
          true,
        )
      }),
    )
  })

  it('never seals twice alike, nor leaves plaintext in what it makes', () => {
    const plaintext = Buffer.alloc(40_000, 'in clear ')
    const encrypted = encryptBytes(key, context, plaintext)
    expect(encryptBytes(key, context, plaintext).equals(encrypted)).toBe(false)
    expect(encrypted.includes('in clear')).toBe(false)
  })

  it('seals nothing more once finished', () => {
    const encryptor = createEncryptor(key, context)
    encryptor.final()
    expect(() => encryptor.update(Buffer.from('late'))).toThrow('finished')
    expect(() => encryptor.final()).toThrow('finished')
  })
})

describe('lengths', () => {
  it('are exact both ways, and every other length is refused', () => {
    const possible = new Map(
      Array.from({ length: 2 * CHUNK_SIZE + 3 }, (_, size) => [encryptedSize(size), size]),
    )
    for (let length = 0; length <= encryptedSize(2 * CHUNK_SIZE); length += 1) {
      const size = possible.get(length)
      if (size === undefined) expect(() => plainSize(length)).toThrow(EncryptionError)
      else expect(plainSize(length)).toBe(size)
    }
  })

  it('end below 4 PiB, and are whole numbers', () => {
    expect(plainSize(encryptedSize(2 ** 52 - 1))).toBe(2 ** 52 - 1)
    expect(() => encryptedSize(2 ** 52)).toThrow(RangeError)
    expect(() => plainSize(encryptedSize(2 ** 52 - 1) + 17)).toThrow(EncryptionError)
    for (const size of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => encryptedSize(size)).toThrow(RangeError)
      expect(() => plainSize(size)).toThrow(EncryptionError)
    }
  })
})

describe('K01: encrypted bytes changed in any way are rejected', () => {
  it('any single flipped bit of a short message', () => {
    const encrypted = encryptBytes(key, context, Buffer.from('sealed'))
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const bad = Buffer.from(encrypted)
      bad[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => openBytes(key, context, bad)).toThrow(EncryptionError)
    }
  })

  it('a flipped bit anywhere in a long one, though other chunks still open', () => {
    const plaintext = randomBytes(3 * CHUNK_SIZE + 100)
    const encrypted = encryptBytes(key, context, plaintext)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: encrypted.length * 8 - 1 }), (bit) => {
        const bad = Buffer.from(encrypted)
        bad[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => openBytes(key, context, bad)).toThrow(EncryptionError)
        const hit = Math.floor(((bit >> 3) - HEADER_SIZE) / ENCRYPTED_CHUNK)
        if (hit < 0 || hit === 3) {
          expect(() => decryptorOf(bad)).toThrow(EncryptionError)
          return
        }
        const decryptor = decryptorOf(bad)
        for (const index of [0, 1, 2]) {
          if (index === hit)
            expect(() => decryptor.open(index, chunkOf(bad, index))).toThrow(EncryptionError)
          else
            expect(
              decryptor
                .open(index, chunkOf(bad, index))
                .equals(plaintext.subarray(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE)),
            ).toBe(true)
        }
      }),
    )
  })

  it('cut short, yields not even its first chunk', () => {
    const encrypted = encryptBytes(key, context, randomBytes(3 * CHUNK_SIZE))
    const cuts = [
      0,
      1,
      55,
      56,
      71,
      72,
      HEADER_SIZE + ENCRYPTED_CHUNK,
      HEADER_SIZE + ENCRYPTED_CHUNK + 16,
      HEADER_SIZE + 3 * ENCRYPTED_CHUNK,
    ]
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...cuts), fc.integer({ min: 0, max: encrypted.length - 1 })),
        (length) => {
          expect(() => decryptorOf(encrypted.subarray(0, length))).toThrow(EncryptionError)
        },
      ),
    )
  })

  it('extended, yields not even its first chunk', () => {
    const encrypted = encryptBytes(key, context, randomBytes(CHUNK_SIZE + 5))
    const tail = encrypted.subarray(lastChunkSpan(encrypted.length).offset)
    for (const extra of [
      Buffer.alloc(1),
      Buffer.alloc(16),
      tail,
      randomBytes(ENCRYPTED_CHUNK),
      Buffer.concat([Buffer.alloc(ENCRYPTED_CHUNK - tail.length), tail]),
    ]) {
      expect(() => decryptorOf(Buffer.concat([encrypted, extra]))).toThrow(EncryptionError)
    }
  })

  it('with chunks swapped, doubled, or taken from another message under the same key', () => {
    const plaintext = randomBytes(3 * CHUNK_SIZE + 1)
    const encrypted = encryptBytes(key, context, plaintext)
    const sibling = encryptBytes(key, context, plaintext)
    const decryptor = decryptorOf(encrypted)
    expect(() => decryptor.open(0, chunkOf(encrypted, 1))).toThrow(EncryptionError)
    expect(() => decryptor.open(1, chunkOf(encrypted, 0))).toThrow(EncryptionError)
    expect(() =>
      decryptor.open(0, Buffer.concat([chunkOf(encrypted, 0), chunkOf(encrypted, 0)])),
    ).toThrow(EncryptionError)
    expect(() => decryptor.open(0, chunkOf(sibling, 0))).toThrow(EncryptionError)
    expect(() => decryptor.open(0, chunkOf(encrypted, 0).subarray(1))).toThrow(EncryptionError)
    expect(() => decryptor.open(3, chunkOf(encrypted, 0))).toThrow(EncryptionError)
    expect(() => decryptor.open(4, chunkOf(encrypted, 0))).toThrow(EncryptionError)
    expect(() => decryptor.open(0, Buffer.alloc(0))).toThrow(EncryptionError)
  })
})

describe('K02: another key or context is refused before any chunk', () => {
  const encrypted = encryptBytes(key, context, Buffer.from('sealed'))

  it('wrong key, wrong context, keys of another size', () => {
    expect(() => openBytes(randomBytes(32), context, encrypted)).toThrow(EncryptionError)
    expect(() => openBytes(key, Buffer.from('elsewhere'), encrypted)).toThrow(EncryptionError)
    for (const size of [0, 16, 31, 33, 64]) {
      expect(() => openBytes(Buffer.alloc(size), context, encrypted)).toThrow(EncryptionError)
      expect(() => encryptBytes(Buffer.alloc(size), context, encrypted)).toThrow(EncryptionError)
    }
  })

  it('a ciphertext that AES-GCM accepts under two keys opens under one alone', () => {
    const other = randomBytes(32)
    const salt = encrypted.subarray(0, 24)
    const [mine, theirs] = [derive(key, salt), derive(other, salt)]
    const chunk = twoKeyCiphertext(mine, theirs)
    expect(() => openGcm(mine, chunk)).not.toThrow()
    expect(() => openGcm(theirs, chunk)).not.toThrow()

    const message = Buffer.concat([salt, mine.commitment, chunk])
    expect(openBytes(key, context, message)).toHaveLength(32)
    expect(() => openBytes(other, context, message)).toThrow('another key or context')
  })
})

interface Derived {
  key: Buffer
  nonce: Buffer
  commitment: Buffer
}

function derive(prk: Buffer, salt: Buffer): Derived {
  const info = Buffer.concat([
    Buffer.from('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0'),
    salt,
    context,
  ])
  const first = createHmac('sha512', prk).update(info).update('\x01').digest()
  const okm = Buffer.concat([
    first,
    createHmac('sha512', prk).update(first).update(info).update('\x02').digest(),
  ])
  return { key: okm.subarray(0, 32), nonce: okm.subarray(32, 44), commitment: okm.subarray(44, 76) }
}

function openGcm({ key: gcmKey, nonce }: Derived, chunk: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', gcmKey, nonce).setAuthTag(chunk.subarray(-16))
  return Buffer.concat([decipher.update(chunk.subarray(0, -16)), decipher.final()])
}

/** Both keys give the same GHASH tag ("invisible salamander"). */
function twoKeyCiphertext(a: Derived, b: Derived): Buffer {
  const block = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)
  const aes = (from: Derived, input: Buffer): bigint =>
    block(createCipheriv('aes-256-ecb', from.key, null).setAutoPadding(false).update(input))
  const hashKey = (from: Derived): bigint => aes(from, Buffer.alloc(16))
  const mask = (from: Derived): bigint =>
    aes(from, Buffer.concat([from.nonce, Buffer.from([0, 0, 0, 1])]))
  const first = block(randomBytes(16))
  const lengths = 256n
  const fixed = (from: Derived): bigint => {
    const h = hashKey(from)
    return multiply(first, multiply(h, multiply(h, h))) ^ multiply(lengths, h) ^ mask(from)
  }
  const square = (h: bigint): bigint => multiply(h, h)
  const second = multiply(fixed(a) ^ fixed(b), invert(square(hashKey(a)) ^ square(hashKey(b))))
  const tag = fixed(a) ^ multiply(second, square(hashKey(a)))
  return Buffer.from(
    [first, second, tag].map((value) => value.toString(16).padStart(32, '0')).join(''),
    'hex',
  )
}

function multiply(x: bigint, y: bigint): bigint {
  let product = 0n
  let v = y
  for (let bit = 127n; bit >= 0n; bit -= 1n) {
    if ((x >> bit) & 1n) product ^= v
    v = v & 1n ? (v >> 1n) ^ (0xe1n << 120n) : v >> 1n
  }
  return product
}

function invert(x: bigint): bigint {
  let power = x
  let inverse = 1n << 127n
  for (let n = 1; n < 128; n += 1) {
    power = multiply(power, power)
    inverse = multiply(inverse, power)
  }
  return inverse
}
