import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as engines from '@embedpdf/engines/pdfium'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'

/** FXFONT_*_CHARSET of PDFium. */
const SHIFTJIS = 128
const HANGEUL = 129
const GB2312 = 134
const CHINESE_BIG5 = 136

/** A font file and the weight it has. */
interface Font {
  readonly url: string
  readonly weight: number
}

/** FontFallbackManager; the package's own types name their files in a way that Node's resolution does not find. */
type FontManager = new (config: {
  readonly fonts: Readonly<Record<number, readonly Font[]>>
  readonly fontLoader: (file: string) => Uint8Array
}) => { initialize(pdfium: WrappedPdfiumModule): void }

/** The engine's package brings its fonts along. */
const requireOfEngine = createRequire(createRequire(import.meta.url).resolve('@embedpdf/engines/pdfium'))

/**
 * Lends fonts to documents that name Korean, Japanese or Chinese ones without carrying them; their pages would be blank otherwise.
 * Latin text is left to the fonts built into PDFium. Fonts are files, read on first use; without `fontLoader` they would be fetched by URL.
 */
export function lendFonts(pdfium: WrappedPdfiumModule): void {
  const Manager = fontManager(engines)
  const manager = new Manager({
    fonts: {
      [HANGEUL]: weights('kr', 'NotoSansKR'),
      [SHIFTJIS]: weights('jp', 'NotoSansJP'),
      [GB2312]: weights('sc', 'NotoSansHans'),
      [CHINESE_BIG5]: weights('tc', 'NotoSansHant'),
    },
    fontLoader: (file) => fs.readFileSync(file),
  })
  manager.initialize(pdfium)
}

function weights(script: string, family: string): Font[] {
  const folder = path.join(path.dirname(requireOfEngine.resolve(`@embedpdf/fonts-${script}`)), '..', 'fonts')
  return [
    { url: path.join(folder, `${family}-Regular.otf`), weight: 400 },
    { url: path.join(folder, `${family}-Bold.otf`), weight: 700 },
  ]
}

function fontManager(exports: object): FontManager {
  if (!hasFontManager(exports)) throw new Error('this version of @embedpdf/engines has no FontFallbackManager')
  return exports.FontFallbackManager
}

function hasFontManager(exports: object): exports is { readonly FontFallbackManager: FontManager } {
  return 'FontFallbackManager' in exports && typeof exports.FontFallbackManager === 'function'
}
