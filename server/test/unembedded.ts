import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { pdfOf } from './pdf-file.ts'

/** A PDF with a line in the font of this file, embedded. */
export async function embeddedPdf(file: string, text: string): Promise<Buffer> {
  const document = new PDFDocument({ size: [400, 100], margin: 10, compress: false })
  document.font(file).fontSize(24).text(text, 10, 30)
  document.end()
  return buffer(document)
}

/** The same PDF, but its font is named otherwise and not in it any more. */
export function unembedded(pdf: Buffer, name: string): Buffer {
  const bytes = pdf.toString('latin1')
  const renamed = bytes.replace(/\/(BaseFont|FontName) \/[\w+-]+/g, (found, key: string) => `/${key} /${name}`.padEnd(found.length))
  return Buffer.from(renamed.replaceAll('/FontFile2', '/NoFile222'), 'latin1')
}

/** A page in fonts by their dictionaries, which are objects from 4 on; the first of them is /F2. */
export const inFonts = (content: string, extra: readonly string[], size = '400 100'): Buffer =>
  pdfOf([{ entries: `/MediaBox [0 0 ${size}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>`, content }], { extra })

/** A font of numbers of glyphs, 2345 in Arial, and nothing that says which letters they are. */
export const unknownLetters = (size?: string): Buffer =>
  inFonts(
    'BT /F2 24 Tf 10 30 Td <0015001600170018> Tj ET',
    [
      '<< /Type /Font /Subtype /Type0 /BaseFont /Arial-Black /Encoding /Identity-H /DescendantFonts [5 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial-Black /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 667 /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /Arial-Black /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 200 >>',
    ],
    size,
  )
