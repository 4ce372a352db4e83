import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { builtFont } from '../../platform/fonts/built-font.ts'

const FAMILY = 'Sealroom Watermark'
const FONT_FILE = builtFont('NotoSansKR-Medium')

/** How wide pieces of text are in the font of the mark. */
export function markWidths(texts: readonly { readonly text: string }[], size: number): number[] {
  const context = createCanvas(1, 1).getContext('2d')
  context.font = markFont(size)
  return texts.map(({ text }) => context.measureText(text).width)
}

/** The font of the mark for a canvas. It comes from a file of this installation, since a bare machine has none that shows Korean. */
export function markFont(size: number): string {
  if (!GlobalFonts.has(FAMILY) && !GlobalFonts.registerFromPath(FONT_FILE, FAMILY)) throw new Error(`cannot load ${FONT_FILE}`)
  return `${size}px "${FAMILY}"`
}
