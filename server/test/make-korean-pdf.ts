import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { builtFont } from '../platform/fonts/built-font.ts'

/** A PDF in an embedded Korean font, a page for each entry, a line for each line of it. */
export async function makeKoreanPdf(pages: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A4' })
  document.registerFont('korean', builtFont('NotoSansKR-Regular'))
  for (const page of pages) document.addPage().font('korean').fontSize(14).text(page)
  document.end()
  return new Uint8Array(await buffer(document))
}
