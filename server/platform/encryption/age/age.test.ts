import { randomBytes } from 'node:crypto'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageHeader, recipientKey } from './age-header.ts'
import { AGE_NONCE_SIZE, ageRange, ageSize } from './age-stream.ts'

const IDENTITY = 'AGE-SECRET-KEY-1G5DHXCLHGKXW57XW6QZQYQYVR3URE2TYTETDMJMKDS3XTRFMWKYS2W9M6E'
const RECIPIENT = 'age18rslprxqdp7x7hv3aqkec004x9yrxj236uucp76j0h0rflwvf9qs6hvsuw'

/** Uses the reader by age's author. @throws Error for another key and any change. */
async function openByKey(file: Buffer, identity: string): Promise<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Buffer.from(await decrypter.decrypt(file))
}

async function openByPassphrase(file: Buffer, passphrase: string): Promise<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return Buffer.from(await decrypter.decrypt(file))
}

const readerOf = (plain: Buffer) =>
  async function* ({ start, end }: { start: number; end: number }) {
    for (let at = start; at < end; at += 70_001)
      yield plain.subarray(at, Math.min(at + 70_001, end))
  }

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

const payloadOf = (plain: Buffer, fileKey: Buffer) => ({
  fileKey,
  nonce: randomBytes(AGE_NONCE_SIZE),
  size: plain.length,
  read: readerOf(plain),
})

const encrypted = async (plain: Buffer, header: Buffer, fileKey: Buffer): Promise<Buffer> =>
  Buffer.concat([
    header,
    await collect(ageRange(payloadOf(plain, fileKey), { start: 0, end: ageSize(plain.length) })),
  ])

describe('the age format', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
    'encrypts %i bytes to a key that alone opens them, unchanged',
    async (size) => {
      const plain = randomBytes(size)
      const { header, fileKey } = await ageHeader({ kind: 'age', recipient: RECIPIENT })
      const file = await encrypted(plain, header, fileKey)
      expect(file.length).toBe(header.length + ageSize(size))
      expect((await openByKey(file, IDENTITY)).equals(plain)).toBe(true)
      await expect(openByKey(file, await generateX25519Identity())).rejects.toThrow()
      for (const at of [30, file.length - 20]) {
        const changed = Buffer.from(file)
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
        await expect(openByKey(changed, IDENTITY)).rejects.toThrow()
      }
    },
  )

  it('encrypts to a passphrase that opens the file and is not in it', async () => {
    const plain = randomBytes(100_000)
    const { header, fileKey } = await ageHeader({
      kind: 'passphrase',
      passphrase: '긴 암호 문장 하나',
    })
    const file = await encrypted(plain, header, fileKey)
    expect((await openByPassphrase(file, '긴 암호 문장 하나')).equals(plain)).toBe(true)
    expect(file.includes('암호')).toBe(false)
  })

  it('gives any range as it is in the whole', async () => {
    const plain = randomBytes(200_000)
    const payload = payloadOf(plain, randomBytes(16))
    const whole = await collect(ageRange(payload, { start: 0, end: ageSize(plain.length) }))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), async (one, other) => {
        const span = { start: Math.min(one, other), end: Math.max(one, other) }
        expect(
          (await collect(ageRange(payload, span))).equals(whole.subarray(span.start, span.end)),
        ).toBe(true)
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

  it('reads the public keys that age makes', async () => {
    expect(await identityToRecipient(IDENTITY)).toBe(RECIPIENT)
    for (let count = 0; count < 20; count += 1) {
      const recipient = await identityToRecipient(await generateX25519Identity())
      expect(recipientKey(recipient)).toHaveLength(32)
    }
  })
})
