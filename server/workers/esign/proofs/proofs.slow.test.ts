import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SealBlocker } from '../../../../contract/core/seal-level.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import { line, pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { type SealedCopy, type Sealer, startSealer } from '../../../test/fixtures/sealer.ts'
import { describeWith, lackingPdfTools } from '../../../test/harness/needs.ts'
import {
  type AuthorityManner,
  type AuthorityPlace,
  type CertificateAuthority,
  startCertificateAuthority,
} from '../../../test/servers/certificate-authority.ts'
import { reported, written } from '../../../test/servers/pdf-tools.ts'
import {
  PURPOSE,
  startTimeStampAuthority,
  type TimeStampAuthority,
} from '../../../test/servers/time-stamp-authority.ts'
import { openSealKeys, type SealKeys } from '../index.ts'

const PDF = pdfOf([{ content: line('first') }, { content: line('second') }])
const PASSWORD = 'secret word'

let sealer: Sealer
let authority: CertificateAuthority
let stamps: TimeStampAuthority

beforeAll(async () => {
  sealer = await startSealer()
  if (lackingPdfTools.length > 0) return
  authority = await startCertificateAuthority(sealer.folder.path)
  stamps = await startTimeStampAuthority(sealer.folder.path, PURPOSE, authority)
  authority.issue('signer')
})
afterAll(async () => {
  await stamps?.close()
  await authority?.close()
  await sealer.close()
})

const keysOf = (
  name: string | undefined,
  more: Partial<Parameters<typeof openSealKeys>[0]> = {},
): Promise<SealKeys> =>
  openSealKeys({
    keyDir: sealer.folder.path,
    publicUrl: 'https://room.example.com/x',
    clock: systemClock,
    timeStampUrl: stamps.url,
    ...(name ? { p12: { file: authority.p12(name, PASSWORD), password: PASSWORD } } : {}),
    ...more,
  })

const sealedWith = async (
  name: string | undefined,
  more: Parameters<typeof keysOf>[1] = {},
): Promise<SealedCopy> => sealer.seal(PDF, { keys: await keysOf(name, more) }, true)
const leftovers = (): string[] =>
  fs.readdirSync(sealer.folder.path).filter((name) => name.startsWith('sealing.'))

async function storeOf({
  file,
}: SealedCopy): Promise<
  Record<'Certs' | 'OCSPs' | 'CRLs', string[]> & { readonly keys: string[] }
> {
  const show = async (...words: string[]): Promise<string> =>
    (await reported('qpdf', [...words, file])).text
  const trailer = await show('--show-object=trailer')
  const catalog = await show(`--show-object=${/\/Root (\d+)/.exec(trailer)?.[1]}`)
  const store = /\/DSS (\d+) 0 R/.exec(catalog)?.[1]
  const text = store === undefined ? '' : await show(`--show-object=${store}`)
  const kept = async (kind: string): Promise<string[]> => {
    const numbers = [
      ...(new RegExp(`/${kind} \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '').matchAll(/(\d+) 0 R/g),
    ].map(([, number]) => number)
    return Promise.all(
      numbers.map(async (number) => {
        const target = `${file}.${number}.der`
        fs.writeFileSync(
          target,
          written('qpdf', [`--show-object=${number}`, '--raw-stream-data', file]),
        )
        return target
      }),
    )
  }
  const keys = [...text.matchAll(/\/([0-9A-F]{40}) /g)].map(([, key]) => key ?? '')
  return { Certs: await kept('Certs'), OCSPs: await kept('OCSPs'), CRLs: await kept('CRLs'), keys }
}

function signatureKey(bytes: Buffer): string {
  const digits = /\/Contents\s*<([0-9a-f]+)>/i.exec(bytes.toString('latin1'))?.[1] ?? ''
  return createHash('sha1').update(Buffer.from(digits, 'hex')).digest('hex').toUpperCase()
}

async function expectProven(
  copy: SealedCopy,
  counts: { ocsps: number; crls: number },
): Promise<void> {
  const store = await storeOf(copy)
  expect(store.keys).toEqual([signatureKey(copy.bytes)])
  expect({ ocsps: store.OCSPs.length, crls: store.CRLs.length }).toEqual(counts)
  const subjects = await Promise.all(
    store.Certs.map(
      async (der) =>
        (await reported('openssl', ['x509', '-inform', 'DER', '-in', der, '-noout', '-subject']))
          .text,
    ),
  )
  expect(subjects.join()).toContain('Test authority')
  expect(subjects.join()).toContain('tsa')
  for (const der of store.OCSPs) {
    const { text } = await reported('openssl', [
      'ocsp',
      '-respin',
      der,
      '-CAfile',
      authority.certificate,
      '-resp_text',
    ])
    expect(text).toContain('Response verify OK')
    expect(text).toContain('Cert Status: good')
  }
  for (const der of store.CRLs)
    expect(
      (
        await reported('openssl', [
          'crl',
          '-inform',
          'DER',
          '-in',
          der,
          '-noout',
          '-CAfile',
          authority.certificate,
        ])
      ).text,
    ).toContain('verify OK')
}

describeWith('a seal that can be checked when nobody answers any more', lackingPdfTools, () => {
  it.each<
    [
      string,
      string | undefined,
      Partial<Record<AuthorityPlace, AuthorityManner>>,
      { ocsps: number; crls: number },
    ]
  >([
    ['with an answer about each certificate', 'signer', {}, { ocsps: 2, crls: 0 }],
    [
      'with the list of those that were revoked, where there are no answers',
      'signer',
      { ocsp: 'cut' },
      { ocsps: 0, crls: 1 },
    ],
    [
      'with the list, where the answers take too long',
      'signer',
      { ocsp: 'silent' },
      { ocsps: 0, crls: 1 },
    ],
    [
      'with the list, where the answers are by nobody who may give them',
      'signer',
      { ocsp: 'forged' },
      { ocsps: 0, crls: 1 },
    ],
    ['of the own certificate, which nobody revokes', undefined, {}, { ocsps: 1, crls: 0 }],
  ])('%s', { timeout: 60_000 }, async (_, name, manners, counts) => {
    authority.answer(manners)
    const copy = await sealedWith(name)
    expect(copy.strength).toEqual({ level: 'B-LT', blocker: null })
    await expectProven(copy, counts)
    expect((await reported('qpdf', ['--check', copy.file])).text).toContain(
      'No syntax or stream encoding errors',
    )
    const { text } = await reported('pdfsig', [copy.file])
    expect(text.match(/Signature is Valid/g)).toHaveLength(1)
    expect(leftovers()).toEqual([])
    expect(text).toContain('Not total document signed')
  })
})

describeWith('a seal of which something cannot be proven', lackingPdfTools, () => {
  beforeAll(() => {
    authority.issue('unnamed', { places: ['issuer'] })
    authority.issue('elsewhere', { host: 'localhost' })
  })

  it.each<[string, string, Partial<Record<AuthorityPlace, AuthorityManner>>, SealBlocker, RegExp]>([
    ['nobody answers', 'signer', { ocsp: 'cut', crl: 'cut' }, 'UNANSWERED', /ocsp: .*crl: /],
    [
      'the answers are too long',
      'signer',
      { ocsp: 'oversized', crl: 'oversized' },
      'UNANSWERED',
      /ocsp: its answer is too long.*crl: its answer is too long/,
    ],
    [
      'the answers lead elsewhere',
      'signer',
      { ocsp: 'elsewhere', crl: 'elsewhere' },
      'UNANSWERED',
      /it answered 302/,
    ],
    [
      'the answers are nothing of the kind',
      'signer',
      { ocsp: 'garbage', crl: 'garbage' },
      'UNUSABLE',
      /ocsp: .*crl: /,
    ],
    [
      'the answers are by somebody else',
      'signer',
      { ocsp: 'forged', crl: 'forged' },
      'UNUSABLE',
      /not by its issuer/,
    ],
    [
      'the list is one of long ago',
      'signer',
      { ocsp: 'cut', crl: 'outdated' },
      'UNUSABLE',
      /holds until 2020-/,
    ],
    [
      'the certificate above is not to be had',
      'signer',
      { issuer: 'garbage' },
      'CHAIN',
      /above CN=(signer|tsa)/,
    ],
    ['a certificate names nobody to ask', 'unnamed', {}, 'UNNAMED', /CN=unnamed/],
    [
      'it would have to be asked on a network that nobody named',
      'elsewhere',
      {},
      'CHAIN',
      /private network/,
    ],
  ])(
    'is one with only a time stamp, and the reason is reported: %s',
    { timeout: 60_000 },
    async (_, name, manners, blocker, detail) => {
      authority.answer(manners)
      const copy = await sealedWith(name)
      expect(copy.strength).toEqual({
        level: 'B-T',
        blocker: blocker,
        detail: expect.stringMatching(detail),
      })
      expect(copy.bytes.includes('/DSS')).toBe(false)
      const { text } = await reported('pdfsig', [copy.file])
      expect(text).toContain('Signature is Valid')
      expect(text).toContain('Total document signed')
      expect(leftovers()).toEqual([])
    },
  )

  it('is proven on another network once that is named', async () => {
    authority.answer({})
    expect((await sealedWith('elsewhere', { privateHosts: ['localhost'] })).strength).toEqual({
      level: 'B-LT',
      blocker: null,
    })
  })

  it('is one without a time stamp where there is no authority, and nobody is asked anything', async () => {
    authority.answer({})
    expect((await sealedWith('signer', { timeStampUrl: undefined })).strength).toEqual({
      level: 'B-B',
      blocker: 'NO_AUTHORITY',
    })
    expect(authority.asked).toEqual([])
  })
})

describeWith('a certificate that was revoked', lackingPdfTools, () => {
  it.each<[string, Partial<Record<AuthorityPlace, AuthorityManner>>]>([
    ['by an answer', {}],
    ['by the list', { ocsp: 'cut' }],
  ])('seals nothing, and says since when and why: %s', async (_, manners) => {
    authority.issue('revoked')
    authority.revoke('revoked', 'keyCompromise')
    authority.answer(manners)
    await expect(sealedWith('revoked')).rejects.toMatchObject({
      code: 'REVOKED',
      message: expect.stringMatching(
        /CN=revoked .* was revoked on \d{4}-\d\d-\d\dT.*: keyCompromise/,
      ),
    })
    expect(leftovers()).toEqual([])
  })

  it('of the time-stamp authority is no fault of ours, and seals nothing either', async () => {
    const other = await startCertificateAuthority(sealer.folder.path)
    const its = await startTimeStampAuthority(sealer.folder.path, PURPOSE, other)
    other.revoke('tsa', 'superseded')
    authority.answer({})
    await expect(sealedWith('signer', { timeStampUrl: its.url })).rejects.toMatchObject({
      code: 'TIME_STAMP',
      message: expect.stringContaining('superseded'),
    })
    await its.close()
    await other.close()
  })
})
