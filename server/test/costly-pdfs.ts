/** PDFs over which a reader of them does not end, or dies. */
import { randomBytes } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'
import { packed } from './packed-pdf.ts'
import { A4, line, type PdfPage, pdfOf, stream } from './pdf-file.ts'

/** A page whose tiling pattern has billions of tiles: drawing it does not end. Others may follow. */
export const endlessPdf = (...others: readonly PdfPage[]): Buffer => endless('', others)

/** The same with a line of text on the page. */
export const endlessTextPdf = (text: string, ...others: readonly PdfPage[]): Buffer => endless(line(text), others)

/** So many pages of the first kind. */
export function endlessPagesPdf(count: number, ...others: readonly PdfPage[]): Buffer {
  return endless('', [...Array.from({ length: count - 1 }, () => endlessPage('')), ...others])
}

const endlessPage = (text: string): PdfPage => ({
  entries: '/MediaBox [0 0 1000 1000] /Resources << /Pattern << /P 4 0 R >> >>',
  content: `/Pattern cs /P scn 0 0 1000 1000 re f ${text}`,
})

function endless(text: string, others: readonly PdfPage[]): Buffer {
  const pattern = stream(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 3 3] /XStep 0.0005 /YStep 0.0005 /Resources << >>',
    '1 0 0 rg 0 0 2 2 re f 0 1 0 rg 1 1 1 1 re f',
  )
  return pdfOf([endlessPage(text), ...others], { extra: [pattern] })
}

/** Forms that each draw the next one ten times, down to a picture: PDFium runs out of memory and aborts. */
export function explodingPdf(): Buffer {
  const depth = 6
  const picture = `q 9 0 0 9 0 0 cm BI /W 512 /H 512 /BPC 8 /CS /G ID ${'x'.repeat(512 * 512)} EI Q`
  const forms = Array.from({ length: depth }, (_, index) => {
    const last = index === depth - 1
    const resources = last ? '' : `/XObject << /X ${5 + index} 0 R >>`
    const content = last ? picture : '/X Do '.repeat(10)
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Resources << ${resources} >>`, content)
  })
  const page = { entries: '/MediaBox [0 0 1000 1000] /Resources << /XObject << /X 4 0 R >> >>', content: '/X Do' }
  return pdfOf([page], { extra: forms })
}

/** A page whose orders unpack to 600 MB: a file of 600 kB that takes gigabytes of whoever reads it. Others may follow. */
export function unpackingPdf(...others: readonly PdfPage[]): Buffer {
  // After a full flush a piece packs as it did before, so that one piece stands for all.
  const piece = deflateRawSync(Buffer.alloc(2 ** 20, '0 0 m 9 9 l '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const orders = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: 600 }, () => piece), deflateRawSync('')])
  const page = { entries: `${A4} /Contents 4 0 R`, content: '' }
  return pdfOf([page, ...others], { extra: [stream('/Filter /FlateDecode', orders)] })
}

/** A page as any other, and labels of pages that unpack to two million dictionaries: who reads them needs half a gigabyte. The engine of the viewer does not. */
export function hungryPdf(): Buffer {
  return packed([
    '<< /Type /Catalog /Pages 2 0 R /PageLabels 5 0 R >>',
    `<< /Type /Pages /Count 1 /Kids [3 0 R] ${A4} /Resources << /Font << /F1 4 0 R >> >> >>`,
    '<< /Type /Page /Parent 2 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Nums [${'<<>>'.repeat(2_000_000)}] >>`,
  ])
}

/** A PDF of more bytes than the network holds, which becomes small as page images. */
export function largePdf(): Buffer {
  const image = stream(
    '/Type /XObject /Subtype /Image /Width 3000 /Height 2500 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    randomBytes(22_500_000),
  )
  const entries = `${A4} /Resources << /XObject << /X 4 0 R >> >>`
  return pdfOf([{ entries, content: 'q 300 0 0 250 90 90 cm /X Do Q' }], { extra: [image] })
}
