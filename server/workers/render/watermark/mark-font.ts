import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { builtFont } from '../../../platform/fonts/built-font.ts'

const FAMILY = 'Sealroom Watermark'
/** Lines overlap unless `widthInEm` in `paper/watermark/layout.ts` fits this font. */
const FONT_FILE = builtFont('NotoSansKR-Medium')

export function markWidths(texts: readonly { readonly text: string }[], size: number): number[] {
  const context = createCanvas(1, 1).getContext('2d')
  context.font = markFont(size)
  return texts.map(({ text }) => context.measureText(text).width)
}

/** A bare machine has no Korean font. */
export function markFont(size: number): string {
  if (!GlobalFonts.has(FAMILY) && !GlobalFonts.registerFromPath(FONT_FILE, FAMILY))
    throw new Error(`cannot load ${FONT_FILE}`)
  return `${size}px "${FAMILY}"`
}
