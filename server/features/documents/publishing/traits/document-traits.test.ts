import { deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeCompound, makeSummary } from '../../../../test/fixtures/compound/make-compound.ts'
import { StrictSource } from '../../../../test/fixtures/made-files.ts'
import { makeHwp, makeHwpx } from '../../../../test/fixtures/make-hwp.ts'
import { makePdf } from '../../../../test/fixtures/make-pdf.ts'
import { packed } from '../../../../test/fixtures/packed-pdf.ts'
import { findTraits } from './document-traits.ts'

const traitsOf = async (bytes: Uint8Array, ext: string): Promise<string[]> =>
  [...(await findTraits(StrictSource.of(Buffer.from(bytes)), ext))].sort()

const pdf = (object: string): Buffer =>
  Buffer.concat([makePdf(1), Buffer.from(`\n9 0 obj\n${object}\nendobj\n`, 'latin1')])

const streamed = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([
    makePdf(1),
    Buffer.from(`\n9 0 obj\n<< ${dictionary} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])

const XMP = '<x><dc:creator><rdf:Seq><rdf:li>김작성</rdf:li></rdf:Seq></dc:creator></x>'

describe('what a PDF holds besides its pages', () => {
  it.each([
    ['nothing of the kind', '<< /Type /Font /Subtype /Type1 >>', []],
    ['an author', '<< /Author (Kim) /Producer (x) >>', ['METADATA']],
    ['an author in hexadecimal', '<</Author<feffae40>/Producer(x)>>', ['METADATA']],
    ['an empty author', '<< /Author () /Title <FEFF> /Producer (x) >>', []],
    ['a title', '<< /Title (Draft for Project Blue) /CreationDate (D:2026) >>', ['METADATA']],
    ['a bookmark', '<< /Title (Chapter 1) /Parent 3 0 R /Dest [4 0 R /Fit] >>', []],
    ['a comment', '<< /Type /Annot /Subtype /Highlight /T (Kim) >>', ['COMMENTS']],
    ['a link and a field', '<< /Subtype /Link >> << /Subtype /Widget >>', []],
    ['an attached file', '<< /Type /Filespec /F (a.xlsx) /EF << /F 7 0 R >> >>', ['ATTACHMENTS']],
  ] as const)('%s', async (_, object, expected) => {
    expect(await traitsOf(pdf(object), 'pdf')).toEqual(expected)
  })

  it('in packed objects and packed metadata, and where it begins in another step', async () => {
    expect(
      await traitsOf(packed(['<< /Author (Kim) /Producer (x) >>', '<< /Subtype /Ink >>']), 'pdf'),
    ).toEqual(['COMMENTS', 'METADATA'])
    expect(
      await traitsOf(
        streamed('/Type /Metadata /Subtype /XML /Filter /FlateDecode', deflateSync(XMP)),
        'pdf',
      ),
    ).toEqual(['METADATA'])
    expect(
      await traitsOf(streamed('/Type /Metadata /Subtype /XML', Buffer.from(XMP)), 'pdf'),
    ).toEqual(['METADATA'])
    const lead = makePdf(1)
    const far = Buffer.concat([
      lead,
      Buffer.alloc(2 ** 20 - lead.length - 5, ' '),
      Buffer.from('<< /Subtype /Ink >>'),
    ])
    expect(await traitsOf(far, 'pdf')).toEqual(['COMMENTS'])
  })

  it('says so where objects cannot be unpacked, are under another filter or would fill the memory', async () => {
    const objects = '/Type /ObjStm /N 1 /First 4'
    expect(
      await traitsOf(streamed(`${objects} /Filter /FlateDecode`, Buffer.alloc(100, 7)), 'pdf'),
    ).toEqual(['UNCHECKED'])
    expect(
      await traitsOf(streamed(`${objects} /Filter /LZWDecode`, Buffer.alloc(100, 7)), 'pdf'),
    ).toEqual(['UNCHECKED'])
    const bomb = deflateSync(Buffer.alloc(40 * 2 ** 20))
    expect(await traitsOf(streamed(`${objects} /Filter /FlateDecode`, bomb), 'pdf')).toEqual([
      'UNCHECKED',
    ])
  })
})

const record = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}
const sheet = (state: number): Buffer => record(0x85, Buffer.from([0, 0, 0, 0, state, 0, 1, 0, 65]))

const atom = (type: number, body: Buffer, version = 0): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(version)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const slide = (flags: number): Buffer => {
  const info = Buffer.alloc(16)
  info.writeUInt16LE(flags, 10)
  return atom(1_006, atom(0x3f9, info), 0xf)
}

/** @param property applies to that run */
function letter(property: number, comments = 0): Buffer {
  const main = Buffer.alloc(2_048)
  main.writeUInt32LE(comments, 154 + 4 * 8 + 4)
  main.writeUInt32LE(12, 154 + 12 * 8 + 4)
  const page = main.subarray(1_536)
  page.writeUInt8(1, 511)
  page.writeUInt8(100, 8)
  page.writeUInt8(3, 200)
  page.writeUInt16LE(property, 201)
  page.writeUInt8(1, 203)
  return main
}
const FORMATS = Buffer.alloc(12)
FORMATS.writeUInt32LE(3, 8)

describe('what old Office documents hold besides their pages', () => {
  it('authors and companies, in either summary', async () => {
    const workbook = { Workbook: sheet(0) }
    expect(await traitsOf(makeCompound(workbook), 'xls')).toEqual([])
    expect(
      await traitsOf(
        makeCompound({
          ...workbook,
          '\u0005SummaryInformation': makeSummary({ 2: '제목', 4: '' }),
        }),
        'xls',
      ),
    ).toEqual([])
    expect(
      await traitsOf(
        makeCompound({
          ...workbook,
          '\u0005SummaryInformation': makeSummary({ 2: '제목', 8: '김회계' }),
        }),
        'xls',
      ),
    ).toEqual(['METADATA'])
    expect(
      await traitsOf(
        makeCompound({
          ...workbook,
          '\u0005DocumentSummaryInformation': makeSummary({ 15: 'A사' }),
        }),
        'xls',
      ),
    ).toEqual(['METADATA'])
  })

  it.each([
    [
      'a very hidden sheet',
      { Workbook: Buffer.concat([sheet(0), sheet(2)]) },
      'xls',
      ['HIDDEN_PARTS'],
    ],
    ['a comment of a cell', { Book: record(0x1c, Buffer.alloc(8)) }, 'xls', ['COMMENTS']],
    [
      'tracked changes of a workbook',
      { Workbook: sheet(0), 'Revision Log': Buffer.alloc(1) },
      'xls',
      ['TRACKED_CHANGES'],
    ],
    ['slides', { 'PowerPoint Document': slide(0) }, 'ppt', []],
    [
      'a hidden slide',
      { 'PowerPoint Document': Buffer.concat([slide(0), slide(4)]) },
      'ppt',
      ['HIDDEN_PARTS'],
    ],
    [
      'a comment of a slide',
      { 'PowerPoint Document': atom(0x2ee0, Buffer.alloc(8), 0xf) },
      'ppt',
      ['COMMENTS'],
    ],
    ['a letter', { WordDocument: letter(0x0835), '0Table': FORMATS }, 'doc', []],
    [
      'an insertion',
      { WordDocument: letter(0x0801), '0Table': FORMATS },
      'doc',
      ['TRACKED_CHANGES'],
    ],
    [
      'a comment of a letter',
      { WordDocument: letter(0x0835, 12), '0Table': FORMATS },
      'doc',
      ['COMMENTS'],
    ],
  ] as const)('%s', async (_, streams, ext, expected) => {
    expect(await traitsOf(makeCompound(streams), ext)).toEqual(expected)
  })

  it('says so where they are damaged or older', async () => {
    const whole = makeCompound({ WordDocument: letter(0x0801), '0Table': FORMATS })
    const looped = Buffer.from(whole)
    looped.writeUInt32LE(0, whole.length - 512)
    const cases = [
      whole.subarray(0, 3_000),
      looped,
      makeCompound({ Other: Buffer.alloc(1) }),
      Buffer.from('dba52d00', 'hex'),
    ]
    for (const bytes of cases) expect(await traitsOf(bytes, 'doc')).toEqual(['UNCHECKED'])
    for (let at = 0; at < whole.length; at += 97) {
      const changed = Buffer.from(whole)
      changed.fill(0xff, at, at + 4)
      expect(await findTraits(StrictSource.of(changed), 'doc')).toBeInstanceOf(Set)
    }
  })
})

const tagged = (tag: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32LE((tag | (body.length << 20)) >>> 0)
  return Buffer.concat([head, body])
}

function hwp(info: Buffer, section: Buffer, flags = 1): Buffer {
  const head = Buffer.alloc(256)
  head.write('HWP Document File')
  head.writeUInt32LE(flags, 36)
  const body = { name: 'BodyText', streams: { Section0: deflateRawSync(section) } }
  return makeCompound({ FileHeader: head, DocInfo: deflateRawSync(info) }, body)
}

describe('what Hangul documents hold besides their pages', () => {
  const plain = tagged(0x10, Buffer.alloc(8))
  it.each([
    ['nothing of the kind', hwp(plain, plain), []],
    [
      'tracked changes',
      hwp(Buffer.concat([plain, tagged(0x60, Buffer.alloc(8))]), plain),
      ['TRACKED_CHANGES'],
    ],
    [
      'a memo',
      hwp(plain, Buffer.concat([plain, tagged(0x47, Buffer.from('em%%0000'))])),
      ['COMMENTS'],
    ],
    ['words like it', hwp(plain, tagged(0x43, Buffer.from('em%%'))), []],
    ['a hidden comment', hwp(plain, tagged(0x47, Buffer.from('tmct0000'))), ['COMMENTS']],
    ['a distributed document', hwp(plain, plain, 5), ['UNCHECKED']],
    ['an older one', Buffer.from('HWP Document File V3.00'), ['UNCHECKED']],
    ['more than fits into memory', hwp(plain, Buffer.alloc(80 * 2 ** 20)), ['UNCHECKED']],
  ] as const)('%s', async (_, bytes, expected) => {
    expect(await traitsOf(bytes, 'hwp')).toEqual(expected)
  })

  it('as their programs write them, with small streams', async () => {
    expect(await traitsOf(makeHwp('계약서'), 'hwp')).not.toContain('UNCHECKED')
    expect(await traitsOf(makeHwpx('계약서'), 'hwpx')).not.toContain('UNCHECKED')
  })
})
