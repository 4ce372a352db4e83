import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXTENSIONS, type Extension } from '../../../../../contract/core/limits.ts'
import {
  hwpxParts,
  makeBmp,
  makeCompound,
  makeJpeg,
  makePng,
  makeZip,
  StrictSource,
} from '../../../../test/fixtures/made-files.ts'
import { checkContent, contentKind, mediaTypeOf } from './check-content.ts'

const SAMPLES =
  import.meta.env['SAMPLES_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/samples')

const PDFS = [
  'enc_owneronly_aes128',
  'enc_user_aes256',
  'enc_user_rc4_40',
  'gen_ko_nonembedded',
  'gen_text300',
]
const BITMAPS = ['gray8', 'mono1', 'pal8', 'rgb24', 'rgb565', 'rle8', 'topdown', 'trunc']
const OFFICE = ['a.doc', 'a.docx', 'a.ppt', 'a.pptx', 'a.xls', 'a.xlsx', 'lfi.docx', 'ssrf.docx']
const HWPS = ['basicsReport', 'noori', 'ohah_table-bug']
const ACCEPTED = [
  ...PDFS.map((name) => `${name}.pdf`),
  ...BITMAPS.map((name) => `bmp/${name}.bmp`),
  ...OFFICE.map((name) => `office/${name}`),
  ...HWPS.map((name) => `hwp/${name}.hwp`),
  'hwp/ohah_noori.hwpx',
]

const sample = (path: string): Buffer => readFileSync(join(SAMPLES, path))
const present = (path: string): boolean => existsSync(join(SAMPLES, path))

const check = (ext: Extension, bytes: Buffer) => checkContent(ext, StrictSource.of(bytes))

async function verdicts(bytes: Buffer): Promise<Record<string, string | undefined>> {
  return Object.fromEntries(
    await Promise.all(EXTENSIONS.map(async (ext) => [ext, await check(ext, bytes)])),
  )
}

const refusedBut = (own: readonly string[], verdict?: string): Record<string, string | undefined> =>
  Object.fromEntries(EXTENSIONS.map((ext) => [ext, own.includes(ext) ? verdict : 'CONTENT']))

describe('real documents', () => {
  for (const path of ACCEPTED) {
    it.skipIf(!present(path))(`${path} is accepted under its extension alone`, async () => {
      const ext = path.slice(path.lastIndexOf('.') + 1)
      expect(await verdicts(sample(path))).toEqual(refusedBut([ext]))
    })
  }

  it.skipIf(!present('bmp/bomb.bmp'))('bmp/bomb.bmp is an image that is too large', async () => {
    expect(await verdicts(sample('bmp/bomb.bmp'))).toEqual(refusedBut(['bmp'], 'DIMENSIONS'))
  })
})

describe('extensions', () => {
  it('determine the kind and the media type', () => {
    expect(EXTENSIONS.map((ext) => [ext, contentKind(ext), mediaTypeOf(ext)])).toEqual([
      ['jpg', 'jpeg', 'image/jpeg'],
      ['jpeg', 'jpeg', 'image/jpeg'],
      ['bmp', 'bmp', 'image/bmp'],
      ['png', 'png', 'image/png'],
      ['pdf', 'pdf', 'application/pdf'],
      ['hwp', 'hwp', 'application/x-hwp'],
      ['hwpx', 'hwp', 'application/hwp+zip'],
      ['doc', 'office', 'application/msword'],
      ['docx', 'office', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['xls', 'office', 'application/vnd.ms-excel'],
      ['xlsx', 'office', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['ppt', 'office', 'application/vnd.ms-powerpoint'],
      [
        'pptx',
        'office',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      ],
    ])
  })
})

describe('what agrees with no extension', () => {
  const cases: Record<string, Buffer> = {
    'one byte': Buffer.from('%'),
    RTF: Buffer.from('{\\rtf1\\ansi Hello}'),
    HTML: Buffer.from('<!doctype html><html><script>alert(1)</script></html>'),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    GIF: Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00;', 'latin1'),
    program: Buffer.from(`MZ\x90\x00\x03${'\0'.repeat(200)}`, 'latin1'),
    zeros: Buffer.alloc(100_000),
  }
  for (const [name, bytes] of Object.entries(cases)) {
    it(`${name} is refused`, async () => {
      expect(await verdicts(bytes)).toEqual(refusedBut([]))
    })
  }

  it('nothing at all is empty, and is not read', async () => {
    const source = StrictSource.of(Buffer.alloc(0))
    for (const ext of EXTENSIONS) expect(await checkContent(ext, source)).toBe('EMPTY')
    expect(source.bytesRead).toBe(0)
  })
})

describe('for any bytes,', () => {
  const made: Record<string, Buffer> = {
    pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    png: makePng(640, 480),
    jpg: makeJpeg(640, 480, Buffer.from('ffe0000400ff', 'hex')),
    bmp: makeBmp(640, 480),
    docx: makeZip(
      [{ name: '[Content_Types].xml' }, { name: 'word/document.xml', data: Buffer.from('<w/>') }],
      { wideCount: 2 },
    ),
    hwpx: makeZip(hwpxParts()),
    doc: makeCompound({
      WordDocument: Buffer.alloc(5_000),
      '1Table': Buffer.alloc(100),
      ObjectPool: null,
      Data: Buffer.alloc(1),
    }),
    hwp: makeCompound({
      FileHeader: padTo('HWP Document File', 256),
      DocInfo: Buffer.alloc(9),
      BodyText: null,
    }),
  }
  const real = ACCEPTED.filter((path) => !path.endsWith('.pdf') && present(path)).map(sample)

  const magic = fc.constantFrom(...Object.values(made).map((bytes) => bytes.subarray(0, 16)))
  const noise = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes))
  const likeReal = fc.tuple(magic, noise).map((parts) => Buffer.concat(parts))
  const small = fc
    .tuple(fc.constantFrom(...Object.values(made)), mutations())
    .map(([bytes, change]) => change(bytes))
  const large =
    real.length === 0
      ? small
      : fc.tuple(fc.constantFrom(...real), mutations()).map(([bytes, change]) => change(bytes))

  const staysInside = (bytes: fc.Arbitrary<Buffer>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        for (const ext of EXTENSIONS) {
          const source = StrictSource.of(content)
          expect([undefined, 'EMPTY', 'CONTENT', 'DIMENSIONS', 'OLD_FORMAT']).toContain(
            await checkContent(ext, source),
          )
          expect(source.bytesRead).toBeLessThanOrEqual(Math.min(content.length, 8 * 2 ** 20))
        }
      }),
      { numRuns },
    )

  it('the made files are accepted before they are changed', async () => {
    for (const [ext, bytes] of Object.entries(made))
      expect(await check(ext as Extension, bytes), ext).toBeUndefined()
  })

  it('random bytes never throw, and are read once at most and inside the file alone', () =>
    staysInside(fc.oneof(noise, likeReal), 400))

  it('changed documents never throw, and are read once at most and inside the file alone', async () => {
    await staysInside(small, 1_500)
    await staysInside(large, 150)
  })
})

describe('a source', () => {
  it('that fails is not a refusal of its content', async () => {
    const broken = new StrictSource(1_000, () => {
      throw new Error('the disk is gone')
    })
    for (const ext of EXTENSIONS)
      await expect(checkContent(ext, broken)).rejects.toThrow('the disk is gone')
  })

  it('of 300 MB is read to 8 MiB at most, however far its segments lead', async () => {
    const period = 2 + 0xffff
    const endless = new StrictSource(300_000_000, (offset, length) => {
      const bytes = Buffer.alloc(length)
      Buffer.from('ffd8', 'hex').copy(bytes, 0, Math.min(offset, 2))
      for (let at = offset; at < offset + length; at += 1) {
        if (at >= 2 && (at - 2) % period < 4)
          bytes.writeUInt8([0xff, 0xe1, 0xff, 0xff][(at - 2) % period] ?? 0, at - offset)
      }
      return bytes
    })
    expect(await checkContent('jpg', endless)).toBe('CONTENT')
    expect(endless.bytesRead).toBeGreaterThan(2 ** 20)
    expect(endless.bytesRead).toBeLessThanOrEqual(8 * 2 ** 20)
  })
})

function mutations(): fc.Arbitrary<(bytes: Buffer) => Buffer> {
  const number = fc.oneof(
    fc.constantFrom(0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffa, 0xfffffffe, 0xffffffff),
    fc.nat(),
  )
  const place = fc.oneof(
    fc.nat(200),
    fc.nat(3_000),
    fc.integer({ min: -200, max: -1 }),
    fc.nat(),
    fc.constant(30),
  )
  const write = fc.record({ place, number, width: fc.constantFrom(1, 2, 4) })
  const cut = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(600), fc.nat())
  const tail = fc.oneof(
    { weight: 3, arbitrary: fc.constant(new Uint8Array()) },
    fc.uint8Array({ maxLength: 50 }),
  )
  return fc
    .record({ writes: fc.array(write, { minLength: 1, maxLength: 6 }), cut, tail })
    .map(({ writes, cut, tail }) => (bytes) => {
      const changed = Buffer.from(bytes)
      for (const { place, number, width } of writes) {
        const at = ((place % changed.length) + changed.length) % changed.length
        const value = Buffer.alloc(4)
        value.writeUInt32LE(number)
        value.copy(changed, at, 0, width)
      }
      return Buffer.concat([
        changed.subarray(0, changed.length - (cut % (changed.length + 1))),
        tail,
      ])
    })
}

function padTo(text: string, length: number): Buffer {
  return Buffer.concat([Buffer.from(text), Buffer.alloc(length - text.length)])
}
