/** PDFs written out by hand, so that tests can have in them what no program writes. Browsers load this file, too. */

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
export const pdfOf = (pages: readonly PdfPage[], parts?: PdfParts): Buffer => Buffer.from(pdfText(pages, parts), 'latin1')

/** A PDF of these pages, a letter for each byte. */
export function pdfText(pages: readonly PdfPage[], { extra = [], catalog = '', tree = A4 }: PdfParts = {}): string {
  const first = 4 + extra.length
  return fileText([
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
export const fileOf = (objects: readonly string[]): Buffer => Buffer.from(fileText(objects), 'latin1')

function fileText(objects: readonly string[]): string {
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`
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
