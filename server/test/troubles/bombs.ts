/** Little files that would become much. */
import { deflateSync } from 'node:zlib'
import { endlessPdf, explodingPdf } from '../costly-pdfs.ts'
import { A4, fileOf, line, pdfOf, stream, textPage } from '../pdf-file.ts'
import { drawn, fine, hopeless, pageless, pictured, type Trouble } from './trouble.ts'

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const WITH_FONT = '/Font << /F1 3 0 R >>'
const MIB = 2 ** 20

const zeros = (size: number): Buffer => deflateSync(Buffer.alloc(size, 32), { level: 9 })
const packedTwice = (size: number): Buffer => deflateSync(zeros(size), { level: 9 })

/** A page with this stream as its content. */
const contentOf = (content: string): Buffer =>
  fileOf([
    CATALOG,
    `<< /Type /Pages /Count 1 /Kids [4 0 R] ${A4} /Resources << ${WITH_FONT} >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
    content,
  ])

const withImage = (words: string, bytes: Buffer): Buffer =>
  pdfOf(
    [{ content: `q 300 0 0 300 50 50 cm /X Do Q ${line('still here')}`, entries: `/Resources << ${WITH_FONT} /XObject << /X 4 0 R >> >>` }],
    { extra: [stream(`/Type /XObject /Subtype /Image ${words}`, bytes)] },
  )

/** A table that is a stream, with these entries. */
function withTable(entries: string, rows: Buffer): Buffer {
  const start = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] ${A4} >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n`
  const table = `4 0 obj\n${stream(`/Type /XRef /Root 1 0 R ${entries}`, rows)}\nendobj\n`
  return Buffer.from(`${start}${table}startxref\n${start.length}\n%%EOF\n`, 'latin1')
}

/** Pages in a container that unpacks to so many bytes. */
function inContainer(size: number, words = '/N 2 /First 9'): Buffer {
  const objects = `1 0 2 33 <</Type/Catalog/Pages 2 0 R>>    <</Type/Pages/Count 1/Kids[<</Type/Page>>]>>`
  const head = '%PDF-1.7\n'
  const packed = deflateSync(Buffer.concat([Buffer.from(objects), Buffer.alloc(size, 32)]), { level: 9 })
  const container = `3 0 obj\n${stream(`/Type /ObjStm ${words} /Filter /FlateDecode`, packed)}\nendobj\n`
  const at = (kind: number, where: number, place: number): number[] => [kind, where >> 16, (where >> 8) & 255, where & 255, place]
  const rows = Buffer.from([
    ...at(0, 0, 0),
    ...at(2, 3, 0),
    ...at(2, 3, 1),
    ...at(1, head.length, 0),
    ...at(1, head.length + container.length, 0),
  ])
  const table = `4 0 obj\n${stream('/Type /XRef /Root 1 0 R /Size 5 /W [1 3 1]', rows)}\nendobj\n`
  return Buffer.from(`${head}${container}${table}startxref\n${head.length + container.length}\n%%EOF\n`, 'latin1')
}

export const BOMBS: readonly Trouble[] = [
  pictured('a page that unpacks to 140 MB', () => contentOf(stream('/Filter /FlateDecode', zeros(140 * MIB)))),
  pictured('a page that is packed twice, and unpacks to 140 MB', () =>
    contentOf(stream('/Filter [/FlateDecode /FlateDecode]', packedTwice(140 * MIB))),
  ),
  fine('a picture of 400 million pixels', () =>
    withImage('/Width 20000 /Height 20000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode', zeros(50 * MIB)),
  ),
  fine('a picture that says it has more pixels than there are numbers', () =>
    withImage('/Width 2147483647 /Height 2147483647 /BitsPerComponent 16 /ColorSpace /DeviceCMYK', Buffer.from('abcd')),
  ),
  fine('a picture whose rows are longer than memory', () =>
    withImage(
      '/Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16 >>',
      zeros(1000),
    ),
  ),
  fine('a shading whose function has billions of samples', () =>
    pdfOf([{ content: `/S sh ${line('still here')}`, entries: `/Resources << ${WITH_FONT} /Shading << /S 4 0 R >> >>` }], {
      extra: [
        '<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 500 0 500] /Function 5 0 R >>',
        stream('/FunctionType 0 /Domain [0 500 0 500] /Range [0 1] /Size [100000 100000] /BitsPerSample 32', 'abcd'),
      ],
    }),
  ),
  pageless('a page that is never drawn to its end', endlessPdf, 'TIMEOUT'),
  pageless('forms that draw each other a million times', explodingPdf, 'TIMEOUT'),
  fine('200,000 objects that nobody needs', () => pdfOf([textPage('still here')], { extra: Array(200_000).fill('null') }), 'still here'),
  fine('arrays nested a hundred thousand deep', () =>
    pdfOf([textPage('still here')], { catalog: `/PageLabels ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
  ),
  fine('dictionaries nested a thousand deep', () =>
    pdfOf([textPage('still here')], { catalog: `/PageLabels ${'<< /Nums '.repeat(1_000)}0${' >>'.repeat(1_000)}` }),
  ),
  fine('a page with a million states open', () => pdfOf([{ content: `${'q '.repeat(1_000_000)}${line('still here')}` }]), 'still here'),
  fine('a page with brackets a hundred thousand deep', () => pdfOf([{ content: `${line('still here')} ${'['.repeat(100_000)}` }])),
  fine('a text of 20 MB in one string', () =>
    pdfOf([textPage('still here')], { extra: [`(${'x'.repeat(20 * MIB)})`], catalog: '/Lang 4 0 R' }),
  ),
  fine('a container of objects that unpacks to 64 MB', () => inContainer(64 * MIB)),
  hopeless('a container of a billion objects', () => inContainer(0, '/N 1000000000 /First 10')),
  hopeless('a container whose objects begin before it', () => inContainer(0, '/N 2 /First -2147483648')),
  fine('a table of a billion rows', () => withTable('/Size 1000000000 /Index [0 1000000000] /W [1 2 1]', Buffer.alloc(40))),
  fine('a table with fields of a gigabyte', () => withTable('/Size 5 /W [1073741824 1073741824 1073741824]', Buffer.alloc(40))),
  drawn('a table with fields of nothing', () => withTable('/Size 5 /W [0 0 0]', Buffer.alloc(40))),
  fine('a table that unpacks to 200 MB', () => withTable('/Size 5 /W [1 2 1] /Filter /FlateDecode', zeros(200 * MIB))),
]
