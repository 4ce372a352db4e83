import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed } from '../../test/fixtures/packed-pdf.ts'
import {
  A4,
  fileOf,
  line,
  type PdfPage,
  pdfOf,
  revised,
  stream,
} from '../../test/fixtures/pdf-file.ts'
import { unpacked } from '../../test/fixtures/unpacked.ts'
import {
  expectMarked,
  type MarkedCopy,
  startWatermarker,
  type Watermarker,
} from '../../test/fixtures/watermarker.ts'

let watermarker: Watermarker
beforeAll(async () => {
  watermarker = await startWatermarker()
})
afterAll(() => watermarker.close())

const marked = (pdf: Buffer, lookAt?: number): Promise<MarkedCopy> =>
  watermarker.watermark(pdf, lookAt)

const one = (content: string, entries = '', parts: Parameters<typeof pdfOf>[1] = {}): Buffer =>
  pdfOf([{ content, entries }], parts)
const fill = (color: string, box = '0 0 595 842'): string => `${color} ${box} re f`
const turned = (turn: number): PdfPage => ({
  content: line(`turned ${turn}`),
  entries: `/Rotate ${turn}`,
})
const FORM = '/Type /XObject /Subtype /Form'

describe('the mark', () => {
  it.each<[string, Buffer]>([
    ['a page of text', one(line('plain'))],
    [
      'pages turned by each quarter',
      pdfOf([turned(0), turned(90), turned(180), turned(270), turned(-90), turned(450)]),
    ],
    [
      'cropped pages off the origin, turned',
      pdfOf(
        [90, 180, 270].map((turn) => ({
          content: line('cropped', [320, 420]),
          entries: `/MediaBox [-50 -70 700 900] /CropBox [300 200 550 500] /Rotate ${turn}`,
        })),
      ),
    ],
    ['a box with its corners the other way round', one(line('corners'), '/MediaBox [595 842 0 0]')],
    ['a page of its own unit', one(line('unit', [20, 100]), '/MediaBox [0 0 200 300] /UserUnit 3')],
    [
      'boxes, resources and turn of the page tree',
      one(line('inherited', [120, 300]), '', {
        tree: '/MediaBox [0 0 600 900] /CropBox [100 200 500 700] /Rotate 90',
      }),
    ],
    ['no box at all', one(line('boxless'), '', { tree: '' })],
    ['a giant page', one(line('giant'), '/MediaBox [0 0 14400 14400]')],
    ['a tiny page', one('', '/MediaBox [0 0 20 30]')],
    ['a black page', one(fill('0 g'))],
    ['a grey page', one(fill('.45 g'))],
    ['a page with nothing on it', one('')],
    ['a page that leaves its state open', one(`q 0 0 1 1 re W n 0 0 0 0 0 0 cm ${line('open')}`)],
    [
      'a page that reaches behind its state',
      one(`Q Q ${line('behind')} 0.01 0 0 0.01 9000 9000 cm`),
    ],
    ['a page that ends in the midst of a text', one('BT /F1 24 Tf 72 700 Td (midst) Tj')],
    ['a page that ends in a string', one(`${line('string')} (never closed`)],
    ['a page that ends with a clip', one(`${line('clip')} 0 0 0 0 re W`)],
    [
      'a page with an inline image',
      one(`q 100 0 0 100 72 600 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q ${line('inline')}`),
    ],
    [
      'a transparent page',
      one(
        `/G gs ${fill('1 0 0 rg')} ${line('glass')}`,
        '/Group << /S /Transparency /CS /DeviceRGB /I true /K true >> /Resources << /Font << /F1 3 0 R >> /ExtGState << /G << /ca 0 /CA 0 >> >> >>',
      ),
    ],
    [
      'names that are not ASCII',
      one(
        '/F#b1#b2 gs /F#b1#b3 24 Tf BT 72 700 Td (names) Tj ET',
        '/Resources << /Font << /F#b1#b3 3 0 R >> /ExtGState << /F#b1#b2 << /ca 1 >> >> >>',
      ),
    ],
  ])('is upright on %s, and leaves the rest unchanged', async (_, pdf) => {
    const result = await marked(pdf)
    expectMarked(result)
  })

  it('lies above what annotations cover, which look as they did', async () => {
    const cover = stream(`${FORM} /BBox [0 0 595 842]`, fill('.9 .9 .5 rg'))
    const state = stream(
      `${FORM} /BBox [0 0 10 10] /Matrix [2 0 0 2 5 5]`,
      '0 0 1 rg 0 0 10 10 re f',
    )
    const annotations = [
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /F 4 /AP << /N 4 0 R >> >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (a) /Rect [50 50 150 100] /F 4 /AP << /N 5 0 R >> >>',
      '<< /Type /Annot /Subtype /Stamp /Rect [350 50 450 100] /F 4 /AS /On /AP << /N << /On 5 0 R /Off 4 0 R >> >> >>',
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /F 2 /AP << /N 5 0 R >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [70 690 200 730] /A << /S /URI /URI (https://example.com) /Next << /S /JavaScript /JS (hide) >> >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [70 600 200 640] /A << /S /Launch /F (evil.exe) >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [70 500 200 540] /A << /S /GoToR /F (\\\\\\\\foreign-host\\\\share) /D [0 /Fit] >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [70 400 200 440] /A << /S /Thread /F (\\\\\\\\foreign-host\\\\share) /D 0 >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [900 900 950 950] /Border [0 0 900] >>',
    ]
    const references = annotations.map((_, index) => `${6 + index} 0 R`).join(' ')
    const extra = [cover, state, ...annotations]
    const catalog = '/AcroForm << /Fields [7 0 R] >>'
    const result = await marked(one(line('under'), `/Annots [${references}]`, { extra, catalog }))
    expectMarked(result)
    expect(result.rebuilt).toEqual([1])
    const pdf = await PDF.load(result.bytes)
    expect(
      pdf
        .getPage(0)
        ?.getAnnotations()
        .map(({ type }) => type),
    ).toEqual(['Link', 'Link', 'Link', 'Link', 'Link'])
    const text = unpacked(result.bytes)
    expect(text).toContain('https://example.com')
    expect(text).not.toMatch(/JavaScript|evil\.exe|foreign-host|GoToR|Thread|\/Border\s*\[0 0 900/)
  })

  it('cannot be hidden with a layer of the document', async () => {
    const layers = '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>'
    const extra = ['<< /Type /OCG /Name (hidden) >>']
    const resources = '/Resources << /Font << /F1 3 0 R >> /Properties << /L 4 0 R >> >>'
    const closed = `/OC /L BDC ${line('layer')} EMC ${line('seen', [72, 500])}`
    expectMarked(await marked(one(closed, resources, { catalog: layers, extra })))
    for (const open of [
      `${line('seen')} /OC /L BDC q`,
      `${line('seen')} /OC /L BDC`,
      `${line('seen')} /O#43 /L BDC`,
    ])
      await expect(
        watermarker.watermark(one(open, resources, { catalog: layers, extra })),
      ).rejects.toMatchObject({
        code: 'NOT_UNDERSTOOD',
      })
  })

  it('is held a few times, however many pages share their content and resources', async () => {
    const pages = 200
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, page) => `${6 + page} 0 R`).join(' ')}] ${A4} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Font << /F1 3 0 R >> >>',
      stream('', line('shared')),
      ...Array.from(
        { length: pages },
        () => '<< /Type /Page /Parent 2 0 R /Resources 4 0 R /Contents 5 0 R >>',
      ),
    ]
    const result = await marked(fileOf(objects), 2)
    expectMarked(result)
    expect(result.bytes.length).toBeLessThan(45_000 + pages * 6_000)
  })

  it('leaves text that can be searched, and is no text itself', async () => {
    const { bytes } = await marked(one(line('Aktienkaufvertrag')))
    const text = (await PDF.load(bytes)).getPage(0)?.extractText().text ?? ''
    expect(text).toContain('Aktienkaufvertrag')
    expect(text).not.toMatch(/reader|example|Confidential/)
  })
})

describe('a marked copy', () => {
  it('holds nothing clean: no attachment, no script, no earlier revision, no picture of a page', async () => {
    const secret = (name: string): string => stream('', `SECRET-${name} `.repeat(40))
    const extra = [
      secret('attachment'),
      '<< /Type /Filespec /F (clean.pdf) /UF (clean.pdf) /EF << /F 4 0 R >> >>',
      secret('script'),
      secret('thumbnail'),
      secret('piece'),
      stream('/Type /Metadata /Subtype /XML', '<x>SECRET-metadata</x>'.repeat(30)),
      '<< /Type /Sig /Filter /Adobe.PPKLite /Contents <5345435245542d736967> /Reference [<< /Data 1 0 R >>] >>',
      secret('xfa'),
    ]
    const catalog = [
      '/Names << /EmbeddedFiles << /Names [(clean.pdf) 5 0 R] >> /JavaScript << /Names [(a) << /S /JavaScript /JS 6 0 R >>] >> >>',
      '/AF [5 0 R] /OpenAction << /S /JavaScript /JS 6 0 R >> /AA << /WC << /S /JavaScript /JS 6 0 R >> >> /Metadata 9 0 R',
      '/PieceInfo << /App << /Private 8 0 R >> >> /Collection << /D (clean.pdf) >>',
      '/AcroForm << /Fields [<< /FT /Sig /T (s) /V 10 0 R >>] /SigFlags 3 /XFA [(form) 11 0 R] >> /Perms << /DocMDP 10 0 R >>',
    ].join(' ')
    const page =
      '/Thumb 7 0 R /AF [5 0 R] /PieceInfo << /App << /Private 8 0 R >> >> /AA << /O << /S /JavaScript /JS 6 0 R >> >>'
    const attached =
      '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 5 0 R >>]'
    const base = one(line('OLDREVISION'), `${page} ${attached}`, { extra, catalog })
    const pdf = revised(base, 13, stream('', line('newest')), 14)
    for (const word of ['SECRET-attachment', 'OLDREVISION', 'SECRET-metadata'])
      expect(pdf.includes(word)).toBe(true)
    const { bytes } = await marked(pdf)
    const text = unpacked(bytes)
    expect(text).toContain('newest')
    expect(text).not.toMatch(
      /SECRET|OLDREVISION|JavaScript|EmbeddedFile|AcroForm|XFA|\/Sig\b|\/Prev|clean\.pdf|PieceInfo|Thumb|5345435245542d736967/,
    )
    expect(bytes.indexOf('%%EOF')).toBe(bytes.lastIndexOf('%%EOF'))
  })

  it('keeps outlines, page labels, links within and the tags of the document', async () => {
    const extra = [
      '<< /Type /Outlines /First 5 0 R /Last 5 0 R /Count 1 >>',
      '<< /Title (Chapter) /Parent 4 0 R /Dest [9 0 R /Fit] /A << /S /JavaScript /JS (x) >> >>',
      '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [7 0 R]] >> >>',
      '<< /Type /StructElem /S /P /P 6 0 R /Pg 8 0 R /K 0 >>',
    ]
    const catalog =
      '/Outlines 4 0 R /PageLabels << /Nums [0 << /S /r >>] >> /StructTreeRoot 6 0 R /MarkInfo << /Marked true >> /Lang (ko)'
    const tagged = `/P << /MCID 0 >> BDC ${line('tagged')} EMC`
    const { bytes, rebuilt } = await marked(
      pdfOf([{ content: tagged, entries: '/StructParents 0' }, { content: line('two') }], {
        extra,
        catalog,
      }),
    )
    expect(rebuilt).toEqual([])
    const text = unpacked(bytes)
    for (const word of [
      'Chapter',
      'PageLabels',
      'StructTreeRoot',
      '/StructParents 0',
      '/Lang',
      '/Fit',
    ])
      expect(text).toContain(word)
    expect(text).not.toContain('/JS')
  })

  it('is made of packed objects and of what has a broken table, too', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count 1 /Kids [3 0 R] ${A4} /Resources << >> >>`,
      '<< /Type /Page /Parent 2 0 R >>',
    ]
    expectMarked(await marked(packed(objects)))
    const broken = Buffer.from(
      one(line('broken'))
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    )
    expectMarked(await marked(broken))
    expectMarked(await marked(Buffer.concat([Buffer.from('junk before\n'), one(line('late'))])))
  })

  it('is not made of what holds too much when unpacked, is locked, loops or has no pages; its process goes on', async () => {
    const bomb = deflateSync(Buffer.alloc(200 * 2 ** 20, 32), { level: 9 })
    const chain = Array.from(
      { length: 80 },
      (_, index) => `<< /Type /Pages /Count 1 /Kids [${index + 3} 0 R] >>`,
    )
    const cases: [string, Buffer][] = [
      [
        'bomb',
        fileOf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          `<< /Type /Pages /Count 1 /Kids [3 0 R] ${A4} >>`,
          '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
          stream('/Filter /FlateDecode', bomb),
        ]),
      ],
      [
        'cycle',
        fileOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [2 0 R] >>']),
      ],
      ['depth', fileOf(['<< /Type /Catalog /Pages 2 0 R >>', ...chain, `<< /Type /Page ${A4} >>`])],
      ['no pages', fileOf(['<< /Type /Catalog >>'])],
      ['no pdf', Buffer.from('%PDF-1.7 nothing')],
    ]
    for (const [, pdf] of cases)
      await expect(watermarker.watermark(pdf)).rejects.toMatchObject({ code: 'NOT_UNDERSTOOD' })
    expectMarked(await marked(one(line('afterwards'))))
  })
})
