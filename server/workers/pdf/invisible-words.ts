import { pdfNumber } from './mark/numbers.ts'

/** Places are points from the displayed upper left, angles clockwise degrees. */
export interface PlacedWord {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle?: number
}

/** Codes of a font are bytes, and 0 is unused. */
const MOST_LETTERS = 255
const MOST_ENTRIES = 100
/** These are thousandths of the font size. */
export const EM = 1_000
export const FEET = -250
export const HEAD = 750

export interface InvisibleWords {
  /** Fonts are T0, T1 and so on. Codes count from 1. */
  readonly fonts: readonly (readonly string[])[]
  readonly orders: readonly string[]
}

/** Positions are points from a page's lower left. */
export function invisibleWords(words: readonly PlacedWord[], height: number): InvisibleWords {
  const letters = [...new Set(words.flatMap(({ text }) => [...text]))]
  const codes = new Map(letters.map((letter, index) => [letter, index]))
  return {
    fonts: chunks(letters, MOST_LETTERS),
    orders: words.map((one) => wordOrders(one, height, codes)),
  }
}

export const EMPTY_BOX = `${EM} 0 0 ${FEET} ${EM} ${HEAD} d1`

export function unicodeMap(letters: readonly string[]): string {
  const entries = letters.map(
    (letter, index) =>
      `<${hex(index + 1)}> <${Buffer.from(letter, 'utf16le').swap16().toString('hex')}>`,
  )
  const sections = chunks(entries, MOST_ENTRIES).map(
    (some) => `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`,
  )
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Words def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

function wordOrders(
  { text, x, y, width, height, angle = 0 }: PlacedWord,
  pageHeight: number,
  codes: ReadonlyMap<string, number>,
): string {
  const letters = [...text]
  if (letters.length === 0 || !(width > 0 && height > 0)) return ''
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const feet = (height * HEAD) / EM
  // Readers infer the slant from unscaled letters, so spacing fills slanted words.
  const advance = width / letters.length
  const along = angle % 90 === 0 ? advance / height : 1
  const parted = along === 1 ? pdfNumber(advance - height) : '0'
  const place = [along * cos, -along * sin, sin, cos, x - sin * feet, pageHeight - (y + cos * feet)]
    .map(pdfNumber)
    .join(' ')
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
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
