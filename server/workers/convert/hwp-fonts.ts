import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { builtFont } from '../../platform/fonts/built-font.ts'

interface Face {
  readonly family: string
  readonly files: readonly string[]
}

/** Later files supply missing characters. */
const SERIF: Face = {
  family: 'Sealroom Serif',
  files: [builtFont('NanumMyeongjo-Regular'), builtFont('NanumMyeongjo-Bold')],
}
const OTHERS: readonly Face[] = [
  ...[
    { family: 'Sealroom KR', name: 'NotoSansKR' as const },
    { family: 'Sealroom JP', name: 'NotoSansJP' as const },
    { family: 'Sealroom SC', name: 'NotoSansHans' as const },
  ].map(({ family, name }) => ({
    family,
    files: [builtFont(`${name}-Regular`), builtFont(`${name}-Bold`)],
  })),
  { family: 'Sealroom Signs', files: [builtFont('DejaVuSans')] },
]

const chainOf = (faces: readonly Face[]): string =>
  faces.map(({ family }) => `"${family}"`).join(', ')
const SANS_CHAIN = chainOf(OTHERS)
const SERIF_CHAIN = chainOf([SERIF, ...OTHERS])

/** @throws Error if a file is missing */
export function registerHwpFonts(): void {
  for (const { family, files } of [SERIF, ...OTHERS]) {
    for (const file of files) {
      if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`cannot load ${file}`)
    }
  }
}

/** Serif font lists end with `serif`. */
export const hasSerifs = (families: string | undefined): boolean =>
  /(?<!sans-)serif['"]?$/.test(families?.trim() ?? '')

export function hwpFont({
  size,
  isBold,
  isItalic,
  isSerif,
}: {
  readonly size: number
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isSerif: boolean
}): string {
  return `${isItalic ? 'italic ' : ''}${isBold ? 'bold ' : ''}${size}px ${isSerif ? SERIF_CHAIN : SANS_CHAIN}`
}

export function createTextMeasure(): (font: string, text: string) => number {
  const context = createCanvas(1, 1).getContext('2d')
  let last = ''
  return (font, text) => {
    if (font !== last) {
      last = font
      const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '16')
      context.font = hwpFont({
        size,
        isBold: /\b(bold|[6-9]00)\b/.test(font),
        isItalic: /\bitalic\b/.test(font),
        isSerif: hasSerifs(font),
      })
    }
    return context.measureText(text).width
  }
}
