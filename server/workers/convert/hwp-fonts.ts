import { createRequire } from 'node:module'
import path from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

const requireHere = createRequire(import.meta.url)

/** Whatever font a document names, it is read in these: a bare machine has none. The others fill in characters that the first lacks. */
const FAMILIES = [
  { family: 'Sealroom KR', script: 'kr', name: 'NotoSansKR' },
  { family: 'Sealroom JP', script: 'jp', name: 'NotoSansJP' },
  { family: 'Sealroom SC', script: 'sc', name: 'NotoSansHans' },
] as const
const CHAIN = FAMILIES.map(({ family }) => `"${family}"`).join(', ')

/** The file of a font of our packages. */
export function fontFile(script: string, name: string, format: 'otf' | 'ttf' = 'otf'): string {
  return path.join(path.dirname(requireHere.resolve(`@embedpdf/fonts-${script}`)), '..', 'fonts', `${name}.${format}`)
}

/** @throws Error where a font file is missing. */
export function registerHwpFonts(): void {
  for (const { family, script, name } of FAMILIES) {
    for (const weight of ['Regular', 'Bold']) {
      const file = fontFile(script, `${name}-${weight}`)
      if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`cannot load ${file}`)
    }
  }
}

/** A font as a canvas takes it. */
export function hwpFont({
  size,
  isBold,
  isItalic,
}: {
  readonly size: number
  readonly isBold: boolean
  readonly isItalic: boolean
}): string {
  return `${isItalic ? 'italic ' : ''}${isBold ? 'bold ' : ''}${size}px ${CHAIN}`
}

/** Measures text for the Hangul engine, which asks with a CSS font whose family it has chosen. */
export function createTextMeasure(): (font: string, text: string) => number {
  const context = createCanvas(1, 1).getContext('2d')
  let last = ''
  return (font, text) => {
    if (font !== last) {
      last = font
      const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '16')
      context.font = hwpFont({ size, isBold: /\b(bold|[6-9]00)\b/.test(font), isItalic: /\bitalic\b/.test(font) })
    }
    return context.measureText(text).width
  }
}
