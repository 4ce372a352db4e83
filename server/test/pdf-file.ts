/** PDFs written out by hand, so that tests can have in them what no program writes. */
import { deflateSync, inflateSync } from 'node:zlib'

/** A page of a PDF. */
export interface PdfPage {
  /** Entries of its dictionary beside Type, Parent and Contents. */
  readonly entries?: string
  readonly content: string
}

/** What a PDF has beside its pages. */
export interface PdfParts {
  /** Objects from 4 on; 1 is the catalog, 2 the page tree, 3 Helvetica, which all pages have as /F1. */
  readonly extra?: readonly string[]
  readonly catalog?: string
  /** Entries of the page tree. */
  readonly tree?: string
}

export const A4 = '/MediaBox [0 0 595 842]'

/** A line of text that can be found again. */
export const line = (text: string, [x, y]: readonly [number, number] = [72, 700]): string => `BT /F1 24 Tf ${x} ${y} Td (${text}) Tj ET`

/** A page of A4 size, unless told otherwise, with a line of Helvetica. */
export const textPage = (text: string, entries: string = A4): PdfPage => ({ entries, content: line(text) })

/** A stream object: entries of its dictionary and its bytes. */
export const stream = (entries: string, content: string | Buffer): string => {
  const bytes = typeof content === 'string' ? content : content.toString('latin1')
  return `<< ${entries} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
}

/** A PDF of these pages. */
export function pdfOf(pages: readonly PdfPage[], { extra = [], catalog = '', tree = A4 }: PdfParts = {}): Buffer {
  const first = 4 + extra.length
  return fileOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] /Resources << /Font << /F1 3 0 R >> >> ${tree} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...extra,
    ...pages.flatMap(({ entries = '', content }, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${first + 2 * index + 1} 0 R ${entries} >>`,
      stream('', content),
    ]),
  ])
}

/** Objects from 1 on, as a file. */
export function fileOf(objects: readonly string[]): Buffer {
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`, 'latin1')
}

/** A later revision, which puts an object in the place of an earlier one. */
export function revised(pdf: Buffer, number: number, object: string, size: number): Buffer {
  const before = Number(/startxref\n(\d+)/.exec(pdf.toString('latin1'))?.[1])
  const at = pdf.length
  const body = `${number} 0 obj\n${object}\nendobj\n`
  const table = `xref\n${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer << /Size ${size} /Root 1 0 R /Prev ${before} >>\nstartxref\n${at + body.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(`${body}${table}${trailer}`, 'latin1')])
}

/** A file all of whose objects are packed in an object stream, with a compressed table. */
export function packed(objects: readonly string[]): Buffer {
  let head = ''
  let body = ''
  for (const [index, object] of objects.entries()) {
    head += `${index + 1} ${body.length} `
    body += `${object} `
  }
  const number = objects.length + 1
  const start = '%PDF-1.7\n'
  const container = `${number} 0 obj\n${stream(`/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`, deflateSync(head + body))}\nendobj\n`
  const row = (kind: number, where: number, place: number): Buffer => Buffer.from([kind, where >> 8, where & 255, place])
  const rows = Buffer.concat([
    row(0, 0, 255),
    ...objects.map((_, index) => row(2, number, index)),
    row(1, start.length, 0),
    row(1, start.length + container.length, 0),
  ])
  const table = `${number + 1} 0 obj\n${stream(`/Type /XRef /Size ${number + 2} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode`, deflateSync(rows))}\nendobj\n`
  return Buffer.from(`${start}${container}${table}startxref\n${start.length + container.length}\n%%EOF\n`, 'latin1')
}

/** All that stands in a PDF, what is packed unpacked, to look for words in it. */
export function unpackedPdf(bytes: Buffer): string {
  const packedStreams = [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, content = '']) => {
    try {
      return inflateSync(Buffer.from(content, 'latin1'), { finishFlush: 2 }).toString('latin1')
    } catch {
      return ''
    }
  })
  return [bytes.toString('latin1'), ...packedStreams].join('\n')
}
