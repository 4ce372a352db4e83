import fs from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  copy,
  faults,
  fromLatin,
  hex,
  latin,
  plainPdf,
  provenIn,
  SIGNED_AT,
  sign,
  swap,
} from '../../test/pdf/sealed-pdfs.ts'
import {
  certificateDer,
  type KeyPair,
  makeKey,
  stampingWith,
  TIME_STAMPING,
} from '../../test/sample-signer.ts'
import { checkPdf } from './check-pdf.ts'

let key: KeyPair
let bytes: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  key = await makeKey('봉인 서버')
  bytes = await sign(key, await plainPdf())
})

describe('a sealed PDF as it was sealed', () => {
  it('is whole, with its certificate, time and hash reported', async () => {
    const { state, sha256, signatures } = await checkPdf(bytes)
    expect({ state, sha256 }).toEqual({ state: 'whole', sha256: hex(bytes) })
    expect(signatures).toMatchObject([
      {
        isProven: true,
        behind: 'nothing',
        coveredTo: bytes.length,
        time: { at: SIGNED_AT, authority: undefined },
        hasBadTimeStamp: false,
        wasValid: true,
        certificate: {
          subject: '봉인 서버, KR',
          isSelfSigned: true,
          fingerprint: hex(certificateDer(key)),
        },
      },
    ])
  })

  it('by a key of an elliptic curve, in the older form too', async () => {
    const curve = await makeKey('곡선', { type: 'EC' })
    for (const subFilter of ['ETSI.CAdES.detached', 'adbe.pkcs7.detached'] as const)
      expect(await checkPdf(await sign(key, await plainPdf(), { subFilter }, curve))).toMatchObject(
        { state: 'whole' },
      )
  })

  it('with an expired certificate is reported as such, since the signature itself is right', async () => {
    const old = await makeKey('지난 인증서', { until: new Date('2021-01-01') })
    const { state, signatures } = await checkPdf(await sign(key, await plainPdf(), {}, old))
    expect({ state, signatures }).toMatchObject({
      state: 'whole',
      signatures: [{ isProven: true, wasValid: false }],
    })
  })

  it('with a time stamp has the time of the authority reported, and none of an unauthorized one', async () => {
    const at = new Date('2026-05-04T03:02:05Z')
    const authority = await makeKey('시점확인', { purpose: TIME_STAMPING })
    const stamped = await sign(key, await plainPdf(), {
      level: 'B-T',
      timestampAuthority: stampingWith(authority, at),
    })
    expect((await checkPdf(stamped)).signatures).toMatchObject([
      { time: { at, authority: '시점확인, KR' }, hasBadTimeStamp: false },
    ])
    const nobody = await makeKey('아무나')
    const claimed = await sign(key, await plainPdf(), {
      level: 'B-T',
      timestampAuthority: stampingWith(nobody, at),
    })
    const { state, signatures } = await checkPdf(claimed)
    expect({ state, signatures }).toMatchObject({
      state: 'whole',
      signatures: [{ time: { at: SIGNED_AT, authority: undefined }, hasBadTimeStamp: true }],
    })
  })

  it('is whole with the certificates behind it that a check needs long from now', async () => {
    const authority = await makeKey('시점확인', { purpose: TIME_STAMPING })
    const { state, signatures } = await checkPdf(
      await sign(key, await plainPdf(), {
        level: 'B-LT',
        timestampAuthority: stampingWith(authority, SIGNED_AT),
        revocationProvider: { getOCSP: async () => null, getCRL: async () => null },
      }),
    )
    expect({ state, behind: faults(signatures) }).toEqual({ state: 'whole', behind: ['proofs'] })
  })
})

describe('a document that was sealed with what proves its certificates later', () => {
  // server/workers/esign created it: signed, time-stamped by OpenSSL, with OCSP answers in a later store.
  const sealed = copy(fs.readFileSync(new URL('sealed-b-lt.pdf', import.meta.url)))
  const signedEnd =
    latin(sealed).indexOf('%%EOF', latin(sealed).indexOf('/ByteRange')) + '%%EOF\n'.length
  /** Equal length keeps all bytes in place. */
  const behind = (
    text: string | RegExp,
    by: (found: string) => string,
  ): Uint8Array<ArrayBuffer> => {
    const all = latin(sealed)
    const changed = all.slice(0, signedEnd) + all.slice(signedEnd).replace(text, by)
    expect({ isChanged: changed !== all, length: changed.length }).toEqual({
      isChanged: true,
      length: all.length,
    })
    return fromLatin(changed)
  }

  it('is whole, and its time is that of the authority', async () => {
    const { state, signatures } = await checkPdf(sealed)
    expect({ state, signatures }).toMatchObject({
      state: 'whole',
      signatures: [
        { behind: 'proofs', hasBadTimeStamp: false, wasValid: true, time: { authority: 'tsa' } },
      ],
    })
  })

  it('is not, when anything else stands behind it', async () => {
    const cases: readonly (readonly [what: string, bytes: Uint8Array<ArrayBuffer>])[] = [
      ['other pages', behind(/\/Pages \d/, () => '/Pages 9')],
      ['another kind of object', behind('/Type/DSS', () => '/Type/XXX')],
      [
        'a table that was there',
        behind(/\n\d\d( 0 obj\n<<\/Type\/XRef)/, (found) => found.replace(/\d\d/, '16')),
      ],
      ['a table that is packed', behind('/W[1 6 1]', () => '/Filter/A')],
      ['a table of other rows', behind('/W[1 6 1]', () => '/W[1 5 2]')],
      ['no way back', behind(/\/Prev \d/, () => '/Prev 0')],
      [
        'a place elsewhere',
        behind(
          new RegExp(`(?<=stream\\n${String.fromCharCode(1)})[\\s\\S]{6}`),
          () => '\0\0\0\0\0\x11',
        ),
      ],
    ]
    for (const [what, changed] of cases)
      expect({ what, state: (await checkPdf(changed)).state }).toEqual({ what, state: 'appended' })
  })
})

describe('a PDF with several signatures, or none', () => {
  it('is not called whole where the last one alone covers it', async () => {
    const twice = await sign(key, bytes, { fieldName: 'second' }, await makeKey('다른 사람'))
    const { state, signatures } = await checkPdf(twice)
    expect({ state, faults: faults(signatures) }).toEqual({
      state: 'whole-mixed',
      faults: ['more', 'nothing'],
    })
    expect(provenIn(signatures).map(({ certificate }) => certificate.subject)).toEqual([
      '봉인 서버, KR',
      '다른 사람, KR',
    ])
  })

  it('has a broken one reported next to the one that covers it', async () => {
    const broken = swap(bytes, '/Count 1', '/Count 2')
    expect((await checkPdf(broken)).state).toBe('altered')
    const { state, signatures } = await checkPdf(await sign(key, broken, { fieldName: 'second' }))
    expect({ state, faults: faults(signatures) }).toEqual({
      state: 'whole-mixed',
      faults: ['altered', 'nothing'],
    })
  })

  it('has none where the words stand in no dictionary', async () => {
    for (const text of [
      '%PDF-1.7\n',
      '%PDF-1.7\n/ByteRange [0 1 2 3]',
      '1 0 obj\n(/ByteRange [0 1 2 3])\nendobj',
      'obj'.repeat(50),
      '',
    ])
      expect(await checkPdf(fromLatin(text)), text).toMatchObject({
        state: 'unsigned',
        signatures: [],
      })
    expect((await checkPdf(copy(await plainPdf()))).state).toBe('unsigned')
    const hidden = fromLatin(`1 0 obj\n<</A ${'<<'.repeat(99)}/ByteRange [0 1 2 3]`)
    expect((await checkPdf(hidden)).state).toBe('unsigned')
  })
})
