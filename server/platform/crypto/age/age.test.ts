import { execFileSync } from 'node:child_process'
import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageHeader, recipientKey } from './age-header.ts'
import { AGE_NONCE_SIZE, ageRange, ageSize } from './age-stream.ts'
import { bytesOfBech32 } from './bech32.ts'

/** Keys and a file that age 1.1.1 has made: what this reader, written after the specification alone, opens is what age writes. */
const IDENTITY = 'AGE-SECRET-KEY-1G5DHXCLHGKXW57XW6QZQYQYVR3URE2TYTETDMJMKDS3XTRFMWKYS2W9M6E'
const RECIPIENT = 'age18rslprxqdp7x7hv3aqkec004x9yrxj236uucp76j0h0rflwvf9qs6hvsuw'
const TEXT = '실사 보관본\n'
const SEALED_BY_AGE =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSAvQnUvRnZRVjJDMEtpalNtZ3BCSDJ5b3VFMGpFM0QrM0xYUmlxTVpYMURZCjFJNDZJRGFEdFVjcmM2ODAvbkpDakozZDJQWGh1SEJhZEV6Vy94YVAxb3cKLS0tIDlqUzNncklvQlJ2ejAwQU01MENxU295OHdCZzd6RFhBanlML3djUThMMm8KrXpiY83bB2aEHBC+dc5H5OkKaAoBX4+NGq/dZ6BQAmHCXOlCBqTWB9Y+O3GjNcQsYg=='

const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')
const derive = (key: Buffer, salt: Buffer, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, 32))

function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

type Opener = (args: readonly string[], body: Buffer) => Buffer

/** @param seed of an X25519 key. */
const byKey =
  (seed: Buffer): Opener =>
  ([kind, share = ''], body) => {
    expect(kind).toBe('X25519')
    const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
    const ephemeral = Buffer.from(share, 'base64')
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, ephemeral]), format: 'der', type: 'spki' })
    const own = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
    const salt = Buffer.concat([ephemeral, own])
    return open(derive(diffieHellman({ privateKey, publicKey }), salt, 'age-encryption.org/v1/X25519'), Buffer.alloc(12), body)
  }

const byPassphrase =
  (passphrase: string): Opener =>
  ([kind, salt = '', work = ''], body) => {
    expect(kind).toBe('scrypt')
    const salted = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), Buffer.from(salt, 'base64')])
    const key = scryptSync(passphrase, salted, 32, { N: 2 ** Number(work), r: 8, p: 1, maxmem: 2 ** 30 })
    return open(key, Buffer.alloc(12), body)
  }

/** Opens an age file. @throws Error where anything is not as it was sealed. */
function openAge(file: Buffer, unwrap: Opener): Buffer {
  const macAt = file.indexOf('\n--- ') + 1
  const end = file.indexOf('\n', macAt)
  const header = file.subarray(0, macAt + 3)
  const [version, arrow = '', ...body] = header.toString().split('\n')
  expect(version).toBe('age-encryption.org/v1')
  const fileKey = unwrap(arrow.split(' ').slice(1), Buffer.from(body.slice(0, -1).join(''), 'base64'))
  const mac = createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()
  if (!timingSafeEqual(mac, Buffer.from(file.subarray(macAt + 4, end).toString(), 'base64'))) throw new Error('another header')
  const payload = file.subarray(end + 1)
  const key = derive(fileKey, payload.subarray(0, AGE_NONCE_SIZE), 'payload')
  const chunks: Buffer[] = []
  for (let at = AGE_NONCE_SIZE, count = 0; at < payload.length; at += 65_552, count += 1) {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(count, 7)
    nonce.writeUInt8(at + 65_552 >= payload.length ? 1 : 0, 11)
    chunks.push(open(key, nonce, payload.subarray(at, at + 65_552)))
  }
  return Buffer.concat(chunks)
}

/** The plaintext of so many bytes in uneven pieces. */
const readerOf = (plain: Buffer) =>
  async function* ({ start, end }: { start: number; end: number }) {
    for (let at = start; at < end; at += 70_001) yield plain.subarray(at, Math.min(at + 70_001, end))
  }

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

const payloadOf = (plain: Buffer, fileKey: Buffer) => ({ fileKey, nonce: randomBytes(16), size: plain.length, read: readerOf(plain) })

const sealed = async (plain: Buffer, header: Buffer, fileKey: Buffer): Promise<Buffer> =>
  Buffer.concat([header, await collect(ageRange(payloadOf(plain, fileKey), { start: 0, end: ageSize(plain.length) }))])

const seedOf = (identity: string): Buffer => bytesOfBech32('age-secret-key-', identity.toLowerCase()) ?? Buffer.alloc(0)

const hasAge = (() => {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('the age format', () => {
  it('is what age writes: the reader of this test opens its file, and no changed one', () => {
    const file = Buffer.from(SEALED_BY_AGE, 'base64')
    expect(openAge(file, byKey(seedOf(IDENTITY))).toString()).toBe(TEXT)
    for (const at of [30, file.length - 20]) {
      const changed = Buffer.from(file)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => openAge(changed, byKey(seedOf(IDENTITY)))).toThrow()
    }
  })

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])('seals %i bytes to a key, which its owner alone opens', async (size) => {
    const plain = randomBytes(size)
    const { header, fileKey } = await ageHeader({ kind: 'age', recipient: RECIPIENT })
    const file = await sealed(plain, header, fileKey)
    expect(file.length).toBe(header.length + ageSize(size))
    expect(openAge(file, byKey(seedOf(IDENTITY))).equals(plain)).toBe(true)
    const stranger = generateKeyPairSync('x25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
    expect(() => openAge(file, byKey(stranger))).toThrow()
  })

  it('seals to a passphrase, which alone opens it', async () => {
    const plain = randomBytes(100_000)
    const { header, fileKey } = await ageHeader({ kind: 'passphrase', passphrase: '긴 암호 문장 하나' })
    const file = await sealed(plain, header, fileKey)
    expect(openAge(file, byPassphrase('긴 암호 문장 하나')).equals(plain)).toBe(true)
    expect(() => openAge(file, byPassphrase('긴 암호 문장 둘'))).toThrow()
    expect(file.includes('암호')).toBe(false)
  })

  it('gives any range as it is in the whole', async () => {
    const plain = randomBytes(200_000)
    const payload = payloadOf(plain, randomBytes(16))
    const whole = await collect(ageRange(payload, { start: 0, end: ageSize(plain.length) }))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), async (one, other) => {
        const span = { start: Math.min(one, other), end: Math.max(one, other) }
        expect((await collect(ageRange(payload, span))).equals(whole.subarray(span.start, span.end))).toBe(true)
      }),
    )
  })

  it.each([
    ['another prefix', `abc${RECIPIENT.slice(3)}`],
    ['a false checksum', `${RECIPIENT.slice(0, -1)}${RECIPIENT.endsWith('q') ? 'p' : 'q'}`],
    ['a letter that is none', RECIPIENT.replace(/.$/, 'b')],
    ['a secret key', IDENTITY],
    ['nothing', ''],
  ])('takes no recipient with %s', async (_, text) => {
    expect(recipientKey(text)).toBeUndefined()
    await expect(ageHeader({ kind: 'age', recipient: text })).rejects.toThrow(TypeError)
  })

  it.skipIf(!hasAge)('is opened by age', async () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom age '))
    try {
      const plain = randomBytes(250_000)
      const { header, fileKey } = await ageHeader({ kind: 'age', recipient: RECIPIENT })
      fs.writeFileSync(path.join(scratch, 'a.age'), await sealed(plain, header, fileKey))
      fs.writeFileSync(path.join(scratch, 'key'), `${IDENTITY}\n`, { mode: 0o600 })
      const opened = execFileSync('age', ['-d', '-i', 'key', 'a.age'], { cwd: scratch, maxBuffer: 2 ** 24 })
      expect(opened.equals(plain)).toBe(true)
    } finally {
      fs.rmSync(scratch, { recursive: true })
    }
  })
})
