import {
  EM,
  EMPTY_BOX,
  FEET,
  HEAD,
  invisibleWords,
  unicodeMap,
} from '../../../workers/watermark/index.ts'

export type PlacedWord = Parameters<typeof invisibleWords>[0][number]

interface Paper {
  readonly height: number
  readonly scale: number
}

export function writeWords(
  pdf: PDFKit.PDFDocument,
  words: readonly PlacedWord[],
  { height, scale }: Paper,
): void {
  if (words.length === 0) return
  const { fonts, orders } = invisibleWords(words, height / scale)
  for (const [index, letters] of fonts.entries())
    pdf.page.fonts[`T${index}`] = letterFont(pdf, letters)
  // This matrix undoes the library's vertical flip.
  pdf.addContent(`q ${[scale, 0, 0, -scale, 0, height].map((one) => one.toFixed(4)).join(' ')} cm`)
  for (const order of orders) pdf.addContent(order)
  pdf.addContent('Q')
}

function letterFont(pdf: PDFKit.PDFDocument, letters: readonly string[]): PDFKit.PDFKitReference {
  const stream = (content: string): PDFKit.PDFKitReference => {
    const made = pdf.ref({})
    made.end(Buffer.from(content))
    return made
  }
  const font = pdf.ref({
    ...{
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, FEET, EM, HEAD],
      FontMatrix: [1 / EM, 0, 0, 1 / EM, 0, 0],
    },
    CharProcs: { e: stream(EMPTY_BOX) },
    Encoding: { Differences: [1, ...letters.map(() => 'e')] },
    ...{ FirstChar: 1, LastChar: letters.length, Widths: letters.map(() => EM) },
    ToUnicode: stream(unicodeMap(letters)),
  })
  font.end('')
  return font
}
