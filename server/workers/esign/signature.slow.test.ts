import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { line, pdfOf } from '../../test/fixtures/pdf-file.ts'
import { type SealedCopy, type Sealer, startSealer } from '../../test/fixtures/sealer.ts'
import { ManualClock } from '../../test/harness/clocks.ts'
import { describeWith, lackingPdfTools } from '../../test/harness/needs.ts'
import { openssl, reported } from '../../test/servers/pdf-tools.ts'
import {
  startTimeStampAuthority,
  type TimeStampAuthority,
} from '../../test/servers/time-stamp-authority.ts'
import { openSealKeys, type SealKeys } from './index.ts'
import type { SealSigner } from './seal-pool.ts'

const PDF = pdfOf([{ content: line('first') }, { content: line('second') }])
const DAY_MS = 86_400_000

let sealer: Sealer
beforeAll(async () => {
  sealer = await startSealer()
})
afterAll(() => sealer.close())

const keysIn = (
  keyDir: string,
  more: Partial<Parameters<typeof openSealKeys>[0]> = {},
): Promise<SealKeys> =>
  openSealKeys({ keyDir, publicUrl: 'https://room.example.com/x', clock: systemClock, ...more })
const emptyFolder = (): string => fs.mkdtempSync(path.join(sealer.folder.path, 'keys-'))

function altered(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

async function signatures(bytes: Buffer): Promise<string> {
  const file = path.join(emptyFolder(), 'a.pdf')
  fs.writeFileSync(file, bytes)
  return (await reported('pdfsig', [file])).text
}

describeWith('a sealed document, read by programs of others', lackingPdfTools, () => {
  let first: SealedCopy
  beforeAll(async () => {
    first = await sealer.seal(PDF, {}, true)
  })

  it('is a sound PDF with one valid signature over all of it', async () => {
    const { bytes, file } = first
    expect(await reported('qpdf', ['--check', file])).toMatchObject({ code: 0 })
    const text = await signatures(bytes)
    expect(text.match(/Signature #/g)).toHaveLength(1)
    for (const words of [
      'Signature is Valid',
      'Total document signed',
      'SHA-256',
      'ETSI.CAdES.detached',
      'CN=Sealroom room.test',
    ])
      expect(text).toContain(words)
  })

  it('shows when a byte of it was changed', async () => {
    const { bytes } = first
    expect(await signatures(altered(bytes, bytes.indexOf('stream') + 10))).not.toContain(
      'Signature is Valid',
    )
  })

  it('shows when something was put behind the seal', async () => {
    const { bytes } = first
    const text = await signatures(
      Buffer.concat([bytes, Buffer.from('\n% more\nstartxref\n0\n%%EOF\n')]),
    )
    expect(text).not.toContain('Total document signed')
  })

  it('that was sealed before stays valid, with the certificate of that time', async () => {
    const later = await sealer.seal(PDF, { keys: await keysIn(emptyFolder()) }, true)
    expect(await signatures(later.bytes)).toContain('CN=Sealroom room.example.com')
    expect(await signatures(first.bytes)).toContain('Signature is Valid')
  })
})

describe('a seal that does not hold', () => {
  it.each<[string, (signer: SealSigner) => SealSigner]>([
    [
      'by another key',
      (signer) => ({
        ...signer,
        sign: (data) => signer.sign(Buffer.concat([data, Buffer.from('x')])),
      }),
    ],
    ['of no form', (signer) => ({ ...signer, sign: () => Promise.resolve(Buffer.alloc(384)) })],
  ])('leaves the server as no sealed document: %s', async (_, changed) => {
    const keys = { ...sealer.keys, signer: async () => changed(await sealer.keys.signer()) }
    await expect(sealer.seal(PDF, { keys }, true)).rejects.toMatchObject({
      code: 'CRASHED',
      message: expect.stringContaining('does not hold'),
    })
    expect(
      fs.readdirSync(sealer.folder.path).filter((name) => name.startsWith('sealing.')),
    ).toEqual([])
  })
})

describe('without a signature', () => {
  it('nothing of one is in the file', async () => {
    const { bytes } = await sealer.seal(PDF)
    expect(bytes.includes('ByteRange')).toBe(false)
  })
})

describe('the own certificate', () => {
  it('is made once, for documents alone, and its key is for nobody else to read', async () => {
    const keyDir = emptyFolder()
    const [one, two] = await Promise.all(
      [keysIn(keyDir), keysIn(keyDir)].map(async (keys) => (await keys).describe()),
    )
    expect(two).toEqual(one)
    expect(fs.readdirSync(keyDir)).toEqual(['seal-1.key'])
    expect(fs.statSync(path.join(keyDir, 'seal-1.key')).mode & 0o777).toBe(0o600)
    const certificate = new X509Certificate(one?.pem ?? '')
    expect(certificate.subject).toBe('CN=Sealroom room.example.com')
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36'])
    expect(certificate.ca).toBe(false)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(one).toMatchObject({
      isSelfSigned: true,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(one?.pem).not.toContain('PRIVATE')
  })

  it('has a successor before it ends', async () => {
    const keyDir = emptyFolder()
    const clock = new ManualClock(new Date())
    const keys = await keysIn(keyDir, { clock })
    const first = await keys.describe()
    clock.advance(3_600 * DAY_MS)
    expect((await keys.describe()).fingerprint).toBe(first.fingerprint)
    clock.advance(45 * DAY_MS)
    const second = await keys.describe()
    expect(second.fingerprint).not.toBe(first.fingerprint)
    expect(second.notAfter.getTime()).toBeGreaterThan(first.notAfter.getTime())
    expect(fs.readdirSync(keyDir).sort()).toEqual(['seal-1.key', 'seal-2.key'])
  })

  it('is not recreated where its file is damaged', async () => {
    const keyDir = emptyFolder()
    fs.writeFileSync(path.join(keyDir, 'seal-1.key'), 'nothing')
    await expect((await keysIn(keyDir)).signer()).rejects.toMatchObject({ code: 'CERTIFICATE' })
    expect(fs.readdirSync(keyDir)).toEqual(['seal-1.key'])
  })
})

describeWith('a certificate from a file', lackingPdfTools, () => {
  function p12(algorithm: 'rsa:2048' | 'ec', ...more: string[]): string {
    const folder = emptyFolder()
    const key = algorithm === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : [algorithm]
    openssl(
      folder,
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      ...key,
      '-subj',
      '/CN=Given',
      '-days',
      '20',
      '-keyout',
      'a.key',
      '-out',
      'a.crt',
    )
    openssl(
      folder,
      'pkcs12',
      '-export',
      '-inkey',
      'a.key',
      '-in',
      'a.crt',
      '-passout',
      'pass:secret word',
      '-out',
      'a.p12',
      ...more,
    )
    return path.join(folder, 'a.p12')
  }

  it.each<[string, 'rsa:2048' | 'ec', string[]]>([
    ['RSA', 'rsa:2048', []],
    ['an elliptic curve', 'ec', []],
    [
      'the ciphers of old',
      'rsa:2048',
      ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
    ],
  ])('seals instead of the own one: %s', async (_, algorithm, more) => {
    const keyDir = emptyFolder()
    const keys = await keysIn(keyDir, {
      p12: { file: p12(algorithm, ...more), password: 'secret word' },
    })
    const text = await signatures((await sealer.seal(PDF, { keys }, true)).bytes)
    expect(text).toContain('CN=Given')
    expect(text).toContain('Signature is Valid')
    expect(fs.readdirSync(keyDir)).toEqual([])
  })

  it.each([
    ['that is not for signatures', 'rsa:2048', ['-addext', 'keyUsage=critical,keyEncipherment']],
    ['of a weak key', 'rsa:1024', []],
  ] as const)('is refused where it is one %s', async (_, algorithm, request) => {
    const folder = emptyFolder()
    openssl(
      folder,
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      algorithm,
      '-subj',
      '/CN=Given',
      ...request,
      '-keyout',
      'a.key',
      '-out',
      'a.crt',
    )
    openssl(
      folder,
      'pkcs12',
      '-export',
      '-inkey',
      'a.key',
      '-in',
      'a.crt',
      '-passout',
      'pass:x',
      '-out',
      'a.p12',
    )
    const p12Keys = keysIn(folder, { p12: { file: path.join(folder, 'a.p12'), password: 'x' } })
    await expect(p12Keys).rejects.toMatchObject({ code: 'CERTIFICATE' })
    await expect(p12Keys).rejects.toThrow(/not for signatures|bits/)
  })

  it('is refused with another password, and where it has ended', async () => {
    const file = p12('ec')
    const wrong = keysIn(emptyFolder(), { p12: { file, password: 'tr0ub4dor' } })
    await expect(wrong).rejects.toMatchObject({ code: 'CERTIFICATE' })
    await expect(wrong).rejects.not.toThrow(/tr0ub4dor|secret/)
    const clock = new ManualClock(new Date(Date.now() + 21 * DAY_MS))
    await expect(
      keysIn(emptyFolder(), { clock, p12: { file, password: 'secret word' } }),
    ).rejects.toThrow(/ended on/)
  })
})

describeWith('with a time-stamp authority', lackingPdfTools, () => {
  let authority: TimeStampAuthority
  let keys: SealKeys
  beforeAll(async () => {
    authority = await startTimeStampAuthority(sealer.folder.path)
    keys = await keysIn(emptyFolder(), { timeStampUrl: authority.url })
  })
  afterAll(() => authority.close())

  it('a document has its time stamp', async () => {
    authority.answer('well')
    const { bytes } = await sealer.seal(PDF, { keys }, true)
    expect(await signatures(bytes)).toContain('Signature is Valid')
    expect(bytes.toString('latin1').toLowerCase()).toContain('060b2a864886f70d010910020e')
  })

  it.each(['refusing', 'wrong'] as const)('that is %s, no document is sealed', async (manner) => {
    authority.answer('well')
    await (await keys.signer()).timeStamp?.(Buffer.alloc(32))
    authority.answer(manner)
    await expect(sealer.seal(PDF, { keys }, true)).rejects.toMatchObject({ code: 'TIME_STAMP' })
  })

  it('whose time stamp was altered, no document is sealed', async () => {
    authority.answer('forged')
    await expect((await keys.signer()).timeStamp?.(Buffer.alloc(32))).rejects.toMatchObject({
      code: 'TIME_STAMP',
    })
  })

  it('whose time stamps are too large, no document is sealed, and the reason is reported', async () => {
    const large = await startTimeStampAuthority(
      sealer.folder.path,
      `extendedKeyUsage = critical,timeStamping\nnsComment = ${'x'.repeat(20_000)}`,
    )
    const its = await keysIn(emptyFolder(), { timeStampUrl: large.url })
    await expect(sealer.seal(PDF, { keys: its }, true)).rejects.toMatchObject({
      code: 'TIME_STAMP',
      message: expect.stringContaining('large'),
    })
    await large.close()
  })

  it('that is not there, no document is sealed', async () => {
    const lost = await keysIn(emptyFolder(), { timeStampUrl: 'http://127.0.0.1:9/' })
    await expect(sealer.seal(PDF, { keys: lost }, true)).rejects.toMatchObject({
      code: 'TIME_STAMP',
    })
  })
})
