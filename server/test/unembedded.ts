import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

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
