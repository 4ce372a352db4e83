import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { fileOf, line } from './pdf-file.ts'

/** PDFs that no library encrypts like this (ISO 32000-2, 7.6.4): whoever is empty opens them, and texts may lie bare beside streams. */
interface EncryptedPdf {
  /** RC4 or AES of 128 bits (revisions 3 and 4), AES of 256 (revision 6). */
  readonly by: 'RC4' | 'AESV2' | 'AESV3'
  readonly user: string
  readonly owner: string
  /** Streams are encrypted and texts are not. */
  readonly bareTexts?: boolean
  readonly words: string
  /** Where a link on the page leads. */
  readonly uri: string
}

type Cipher = (object: number, bytes: Buffer) => Buffer

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const ID = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
/** Nobody but the owner may do anything. */
const PERMISSIONS = -3904

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`
const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
const times = (count: number, bytes: Buffer, change: (bytes: Buffer, round: number) => Buffer): Buffer =>
  Array.from({ length: count }).reduce<Buffer>((changed, _, round) => change(changed, round), bytes)

/** A PDF of one page. */
export function makeEncryptedPdf({ by, user, owner, bareTexts = false, words, uri }: EncryptedPdf): Buffer {
  const { dictionary, cipher } = by === 'AESV3' ? newer(user, owner, bareTexts) : older(by, user, owner, bareTexts)
  const content = cipher(5, Buffer.from(line(words)))
  const text = (object: number, value: string): string => (bareTexts ? `(${value})` : hex(cipher(object, Buffer.from(value))))
  const file = fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 595 842] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Annots [<< /Type /Annot /Subtype /Link /Rect [72 690 300 720] /Border [0 0 0] /A << /S /URI /URI ${text(4, uri)} >> >>] >>`,
    `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
    dictionary,
  ])
  return Buffer.from(file.toString('latin1').replace('/Root', `/ID [${hex(ID)} ${hex(ID)}] /Encrypt 6 0 R /Root`), 'latin1')
}

/** What an encrypted document says of its encryption from version 4 on. */
const filters = (by: string, bareTexts: boolean, bytes: number): string =>
  `/CF << /StdCF << /CFM /${by} /AuthEvent /DocOpen /Length ${bytes} >> >> /StmF /StdCF /StrF /${bareTexts ? 'Identity' : 'StdCF'}`

function older(by: 'RC4' | 'AESV2', user: string, owner: string, bareTexts: boolean): { dictionary: string; cipher: Cipher } {
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const ownerKey = times(51, padded(owner), (bytes) => md5(bytes))
  const o = times(20, padded(user), (bytes, round) => rc4(keyOfRound(ownerKey, round), bytes))
  // Metadata is not encrypted either, which counts in the key.
  const rest = bareTexts ? [Buffer.from('ffffffff', 'hex')] : []
  const key = times(50, md5(padded(user), o, permissions, ID, ...rest), (bytes) => md5(bytes))
  const u = times(20, md5(PADDING, ID), (bytes, round) => rc4(keyOfRound(key, round), bytes))
  const head = `/Filter /Standard /Length 128 /P ${PERMISSIONS} /O ${hex(o)} /U ${hex(Buffer.concat([u, Buffer.alloc(16)]))}`
  const ofObject = (object: number, ...salt: readonly Buffer[]): Buffer =>
    md5(key, Buffer.from([object & 0xff, object >> 8, 0, 0, 0]), ...salt)
  return by === 'RC4'
    ? { dictionary: `<< ${head} /V 2 /R 3 >>`, cipher: (object, bytes) => rc4(ofObject(object), bytes) }
    : {
        dictionary: `<< ${head} /V 4 /R 4 ${bareTexts ? '/EncryptMetadata false' : ''} ${filters(by, bareTexts, 16)} >>`,
        cipher: (object, bytes) => aes('aes-128-cbc', ofObject(object, Buffer.from('sAlT')), bytes),
      }
}

function newer(user: string, owner: string, bareTexts: boolean): { dictionary: string; cipher: Cipher } {
  const key = randomBytes(32)
  const entries = (password: string, beside: Buffer): [check: Buffer, wrapped: Buffer] => {
    const [check, wrap] = [randomBytes(8), randomBytes(8)]
    const wrapping = createCipheriv('aes-256-cbc', hash(password, wrap, beside), Buffer.alloc(16)).setAutoPadding(false)
    return [Buffer.concat([hash(password, check, beside), check, wrap]), wrapping.update(key)]
  }
  const [u, ue] = entries(user, Buffer.alloc(0))
  const [o, oe] = entries(owner, u)
  const permissions = Buffer.concat([Buffer.alloc(4), Buffer.from('ffffffff', 'hex'), Buffer.from('Tadb'), randomBytes(4)])
  permissions.writeInt32LE(PERMISSIONS)
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(permissions)
  const hashes = `/U ${hex(u)} /UE ${hex(ue)} /O ${hex(o)} /OE ${hex(oe)} /Perms ${hex(perms)}`
  return {
    dictionary: `<< /Filter /Standard /V 5 /R 6 /Length 256 /P ${PERMISSIONS} ${hashes} ${filters('AESV3', bareTexts, 32)} >>`,
    cipher: (_, bytes) => aes('aes-256-cbc', key, bytes),
  }
}

/** The hash of revision 6 (algorithm 2.B). */
function hash(password: string, salt: Buffer, beside: Buffer): Buffer {
  const bytes = Buffer.from(password)
  let key = createHash('sha256')
    .update(Buffer.concat([bytes, salt, beside]))
    .digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(Buffer.concat([bytes, key, beside]))))
    const kind = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][kind] ?? '')
      .update(mixed)
      .digest()
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

const keyOfRound = (key: Buffer, round: number): Buffer => Buffer.from(key.map((byte) => byte ^ round))

function aes(algorithm: string, key: Buffer, bytes: Buffer): Buffer {
  const start = randomBytes(16)
  const cipher = createCipheriv(algorithm, key, start)
  return Buffer.concat([start, cipher.update(bytes), cipher.final()])
}

/** Node has it no more. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number): void => {
    ;[state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0]
  }
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff
    swap(at, other)
  }
  let other = 0
  return Buffer.from(
    bytes.map((byte, index) => {
      const at = (index + 1) & 0xff
      other = (other + (state[at] ?? 0)) & 0xff
      swap(at, other)
      return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0)
    }),
  )
}
