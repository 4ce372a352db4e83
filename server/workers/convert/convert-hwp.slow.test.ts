import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { makeHwp, makeHwpx } from '../../test/fixtures/make-hwp.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { hasSerifs } from './hwp-fonts.ts'
import { createConverter } from './index.ts'

const paths = { soffice: '/nowhere/soffice', bwrap: '/nowhere/bwrap' }
const never = new AbortController().signal

async function convert(
  bytes: Uint8Array,
  { deadlineMs = 60_000, signal = never } = {},
): Promise<Buffer> {
  const converter = createConverter({ paths, deadlineMs, log: memoryLog() })
  const source = {
    kind: 'hwp' as const,
    extension: 'hwp',
    size: bytes.length,
    input: Readable.from([Buffer.from(bytes)]),
  }
  const pieces: Buffer[] = []
  for await (const piece of converter.convert(source, signal)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const failure = (code: string) => expect.objectContaining({ name: 'ConvertError', code })

describe.each([
  ['a Hangul document', makeHwp],
  ['a Hangul document in the open form', makeHwpx],
])('%s', (_, make) => {
  it('becomes a PDF', async () => {
    const pdf = await convert(make('비밀유지 계약서'))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('under a password is locked, and none that is cut or is no document brings anything', async () => {
    await expect(convert(make('계약서', 'secret'))).rejects.toEqual(failure('LOCKED'))
    const whole = make('계약서')
    await expect(convert(whole.subarray(0, 1_500))).rejects.toEqual(failure('BROKEN'))
    await expect(convert(Buffer.from('HWP Document File V3.00 and nothing else'))).rejects.toEqual(
      failure('BROKEN'),
    )
  })
})

const fontsIn = (pdf: Buffer): string[] =>
  [
    ...new Set(
      Array.from(String(pdf).matchAll(/\/FontName ?\/[A-Z]+\+([\w-]+)/g), ([, name = '']) => name),
    ),
  ].sort()

describe('a Hangul document', () => {
  it('has serifs where its fonts have them, and signs and ideographs that these do not have', async () => {
    expect(fontsIn(await convert(makeHwp('계약서')))).toEqual(['NanumMyeongjo'])
    expect(fontsIn(await convert(makeHwp('계약서 契約 ☑')))).toEqual([
      'DejaVuSans',
      'NanumMyeongjo',
      'NotoSansKR-Regular',
    ])
    for (const [families, serif] of [
      ["'바탕','Batang',serif", true],
      ["bold 12px '한양신명조',serif", true],
      ["'나눔고딕','HCR Batang',sans-serif", false],
      [undefined, false],
    ] as const) {
      expect([families, hasSerifs(families)]).toEqual([families, serif])
    }
  })

  it('ends at its deadline and with the signal', async () => {
    const whole = makeHwp('계약서')
    await expect(convert(whole, { deadlineMs: 5 })).rejects.toEqual(failure('TIMEOUT'))
    await expect(convert(whole, { signal: AbortSignal.timeout(5) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})
