import {
  EM,
  EMPTY_BOX,
  FEET,
  HEAD,
  invisibleWords,
  type PlacedWord,
  unicodeMap,
} from './invisible-words.ts'
import {
  type PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from './libpdf.ts'
import { pdfNumber } from './mark/numbers.ts'
import type { PdfDocument, PdfDocumentPage } from './pdf-document.ts'
import { arrayOf } from './writing/prune.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Pages count from 1. */
export interface PagePicture {
  readonly page: number
  /** It is base64. */
  readonly jpeg: string
  readonly pixels: Size
  readonly size: Size
  readonly words: readonly PlacedWord[]
}

export interface PictureContent {
  readonly resources: PdfDict
  readonly names: ReadonlySet<string>
  readonly orders: string
}

type Matrix = readonly [number, number, number, number, number, number]

export function pictureContent(
  document: PdfDocument,
  page: PdfDocumentPage,
  picture: PagePicture,
): PictureContent {
  const image = document.add(imageOf(picture))
  const { width, height } = picture.size
  const { fonts: letters, orders: words } = invisibleWords(picture.words, height)
  const fonts = letters.map((some) => document.add(letterFont(document, some)))
  const named = fonts.map((font, index): [string, PdfRef] => [`T${index}`, font])
  const [across, down] =
    page.box.rotation % 180 === 0
      ? [widthOf(page), heightOf(page)]
      : [heightOf(page), widthOf(page)]
  const upright = uprightMatrix(page)
  const orders = [
    ...['q', cm(scaled(upright, across, down)), '/Im0 Do', 'Q'],
    ...['q', cm(scaled(upright, across / width, down / height)), ...words, 'Q'],
  ].join('\n')
  const resources = new PdfDict([
    ['XObject', new PdfDict([['Im0', image]])],
    ['Font', new PdfDict(named)],
  ])
  return { resources, names: new Set(['Im0', ...named.map(([name]) => name)]), orders }
}

const widthOf = ({ box: { seen } }: PdfDocumentPage): number => seen[2] - seen[0]
const heightOf = ({ box: { seen } }: PdfDocumentPage): number => seen[3] - seen[1]

function uprightMatrix({ box: { seen, rotation } }: PdfDocumentPage): Matrix {
  const [left, bottom, right, top] = seen
  if (rotation === 90) return [0, 1, -1, 0, right, bottom]
  if (rotation === 180) return [-1, 0, 0, -1, right, top]
  if (rotation === 270) return [0, -1, 1, 0, left, top]
  return [1, 0, 0, 1, left, bottom]
}

const scaled = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix => [
  a * x,
  b * x,
  c * y,
  d * y,
  e,
  f,
]
const cm = (matrix: Matrix): string => `${matrix.map(pdfNumber).join(' ')} cm`

function imageOf({ jpeg, pixels }: PagePicture): PdfStream {
  const entries: [string, PdfObject][] = [
    ['Type', PdfName.of('XObject')],
    ['Subtype', PdfName.of('Image')],
    ['Width', PdfNumber.of(pixels.width)],
    ['Height', PdfNumber.of(pixels.height)],
    ['ColorSpace', PdfName.of('DeviceRGB')],
    ['BitsPerComponent', PdfNumber.of(8)],
    ['Filter', PdfName.of('DCTDecode')],
  ]
  return new PdfStream(new PdfDict(entries), Buffer.from(jpeg, 'base64'))
}

/** Empty boxes need no font file. */
function letterFont(document: PdfDocument, letters: readonly string[]): PdfDict {
  const letter = document.add(new PdfStream(new PdfDict(), Buffer.from(EMPTY_BOX)))
  const map = document.add(new PdfStream(new PdfDict(), Buffer.from(unicodeMap(letters))))
  const numbers = (values: readonly number[]): PdfArray =>
    arrayOf(values.map((value) => PdfNumber.of(value)))
  return PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type3'),
    FontBBox: numbers([0, FEET, EM, HEAD]),
    FontMatrix: numbers([1 / EM, 0, 0, 1 / EM, 0, 0]),
    CharProcs: PdfDict.of({ e: letter }),
    Encoding: PdfDict.of({
      Differences: arrayOf([PdfNumber.of(1), ...letters.map(() => PdfName.of('e'))]),
    }),
    FirstChar: PdfNumber.of(1),
    LastChar: PdfNumber.of(letters.length),
    Widths: numbers(letters.map(() => EM)),
    ToUnicode: map,
  })
}
