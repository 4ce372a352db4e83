import { type PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from './libpdf.ts'
import { pdfNumber } from './mark/numbers.ts'
import type { Page, PdfDocument } from './pdf-document.ts'
import { arrayOf } from './writing/prune.ts'

/** Points from the displayed page's upper left, clockwise degrees. */
export interface PlacedWord {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle?: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Pages count from 1. */
export interface PagePicture {
  readonly page: number
  /** In base64. */
  readonly jpeg: string
  readonly pixels: Size
  /** Points, as displayed. */
  readonly size: Size
  readonly words: readonly PlacedWord[]
}

export interface PictureContent {
  readonly resources: PdfDict
  readonly names: ReadonlySet<string>
  readonly orders: string
}

/** Per font. Codes are bytes, and 0 is unused. */
const MOST_LETTERS = 255
/** Per section of a ToUnicode map. */
const MOST_ENTRIES = 100
/** Thousandths of the font size. */
const EM = 1_000
const FEET = -250
const HEAD = 750

type Matrix = readonly [number, number, number, number, number, number]

/** Words are invisible text above the picture. */
export function pictureContent(document: PdfDocument, page: Page, picture: PagePicture): PictureContent {
  const image = document.add(imageOf(picture))
  const letters = [...new Set(picture.words.flatMap(({ text }) => [...text]))]
  const fonts = chunks(letters, MOST_LETTERS).map((some) => document.add(letterFont(document, some)))
  const named = fonts.map((font, index): [string, PdfRef] => [`T${index}`, font])
  const codes = new Map(letters.map((letter, index) => [letter, index]))
  const [across, down] = page.box.turn % 180 === 0 ? [widthOf(page), heightOf(page)] : [heightOf(page), widthOf(page)]
  const { width, height } = picture.size
  const words = picture.words.map((one) => wordOrders(one, height, codes))
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

const widthOf = ({ box: { seen } }: Page): number => seen[2] - seen[0]
const heightOf = ({ box: { seen } }: Page): number => seen[3] - seen[1]

/** From the lower left of the displayed page. */
function uprightMatrix({ box: { seen, turn } }: Page): Matrix {
  const [left, bottom, right, top] = seen
  if (turn === 90) return [0, 1, -1, 0, right, bottom]
  if (turn === 180) return [-1, 0, 0, -1, right, top]
  if (turn === 270) return [0, -1, 1, 0, left, top]
  return [1, 0, 0, 1, left, bottom]
}

const scaled = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix => [a * x, b * x, c * y, d * y, e, f]
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

/** Empty boxes need no font and extract as the letters. */
function letterFont(document: PdfDocument, letters: readonly string[]): PdfDict {
  const box = `${EM} 0 0 ${FEET} ${EM} ${HEAD} d1`
  const letter = document.add(new PdfStream(new PdfDict(), Buffer.from(box)))
  const map = document.add(new PdfStream(new PdfDict(), Buffer.from(unicodeMap(letters))))
  const numbers = (values: readonly number[]): PdfArray => arrayOf(values.map((value) => PdfNumber.of(value)))
  return PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type3'),
    FontBBox: numbers([0, FEET, EM, HEAD]),
    FontMatrix: numbers([1 / EM, 0, 0, 1 / EM, 0, 0]),
    CharProcs: PdfDict.of({ e: letter }),
    Encoding: PdfDict.of({ Differences: arrayOf([PdfNumber.of(1), ...letters.map(() => PdfName.of('e'))]) }),
    FirstChar: PdfNumber.of(1),
    LastChar: PdfNumber.of(letters.length),
    Widths: numbers(letters.map(() => EM)),
    ToUnicode: map,
  })
}

function unicodeMap(letters: readonly string[]): string {
  const entries = letters.map((letter, index) => `<${hex(index + 1)}> <${Buffer.from(letter, 'utf16le').swap16().toString('hex')}>`)
  const sections = chunks(entries, MOST_ENTRIES).map((some) => `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Words def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

function wordOrders({ text, x, y, width, height, angle = 0 }: PlacedWord, pageHeight: number, codes: ReadonlyMap<string, number>): string {
  const letters = [...text]
  if (letters.length === 0 || !(width > 0 && height > 0)) return ''
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const feet = (height * HEAD) / EM
  // Readers infer the slant from unscaled letters, so spacing fills slanted words.
  const advance = width / letters.length
  const along = angle % 90 === 0 ? advance / height : 1
  const parted = along === 1 ? pdfNumber(advance - height) : '0'
  const place = [along * cos, -along * sin, sin, cos, x - sin * feet, pageHeight - (y + cos * feet)].map(pdfNumber).join(' ')
  const shown = runsOf(letters.map((letter) => codes.get(letter) ?? 0))
    .map(({ font, bytes }) => `/T${font} ${pdfNumber(height)} Tf <${bytes}> Tj`)
    .join(' ')
  return `BT 3 Tr ${parted} Tc ${place} Tm ${shown} ET`
}

function runsOf(indices: readonly number[]): { font: number; bytes: string }[] {
  const runs: { font: number; bytes: string }[] = []
  for (const index of indices) {
    const [font, code] = [Math.floor(index / MOST_LETTERS), hex((index % MOST_LETTERS) + 1)]
    const last = runs.at(-1)
    if (last?.font === font) last.bytes += code
    else runs.push({ font, bytes: code })
  }
  return runs
}

const hex = (code: number): string => code.toString(16).padStart(2, '0')

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}
