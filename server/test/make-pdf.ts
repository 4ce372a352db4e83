import { pdfText, textPage } from './pdf-file.ts'

/** A small real PDF of `pages` pages, A4 unless told, whose text carries `words`. Browsers load this file, too. */
export function makePdf(pages = 3, words = 'SEALROOM', [width, height]: readonly [number, number] = [595, 842]): Uint8Array<ArrayBuffer> {
  const made = Array.from({ length: pages }, (_, index) => textPage(`${words} page ${index + 1}`, ''))
  return Uint8Array.from(pdfText(made, { tree: `/MediaBox [0 0 ${width} ${height}]` }), (letter) => letter.charCodeAt(0))
}
