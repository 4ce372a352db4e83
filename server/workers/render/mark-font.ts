import { createRequire } from 'node:module'
import path from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

const FAMILY = 'Sealroom Watermark'
const FONT_FILE = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-kr')),
  '..',
  'fonts',
  'NotoSansKR-Medium.otf',
)

/** The font of the mark for a canvas. It comes from a file of this installation, since a bare machine has none that shows Korean. */
export function markFont(size: number): string {
  if (!GlobalFonts.has(FAMILY) && !GlobalFonts.registerFromPath(FONT_FILE, FAMILY)) throw new Error(`cannot load ${FONT_FILE}`)
  return `${size}px "${FAMILY}"`
}
