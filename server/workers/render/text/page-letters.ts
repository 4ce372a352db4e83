import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { lendFor } from '../pdfium/lent-fonts.ts'
import { type Runtime, withScratch } from '../pdfium/pdfium-runtime.ts'
import type { SystemFonts } from '../system-fonts.ts'

export interface PageLetters {
  readonly lacking: boolean
  /** No font has some, or some are unknown. */
  readonly doubtful: boolean
  readonly lent: boolean
}

const BUILT_IN = /^Chrom/
const BUILT_IN_SIGNS = /^Chrom\w* (Symbol|Dingbats)/
const NAME_SIZE = 128
const SIZE = 100

/** PDFium draws missing glyphs as two nested rectangles. */
const BOX_SEGMENTS = 10
const BOX_SIDES = 4
const BOXES = /[\u25a0-\u25ff\u2610\u2b1c\u3041-\u3fff\u1100-\u11ff]/
const POINT_SIZE = 8
/** Four sides and a point are doubles. */
const BOX_SIZE = 48

const LAST_LETTER = 0x10ffff

/** Private use also denotes glyphs. */
const INK = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]/u

interface WrittenLetters {
  readonly letters: Set<number>
  isUnknown: boolean
  hasUndrawn: boolean
}

/** Built-in fonts must be replaced first. */
export function readLetters(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  fonts: SystemFonts,
  page: number,
): PageLetters {
  let [lacking, doubtful, lent] = [false, false, false]
  for (const [font, written] of writtenIn(pdfium, runtime, page)) {
    const { letters, hasUndrawn } = written
    const family = familyOf(pdfium, runtime, font)
    if (BUILT_IN_SIGNS.test(family)) continue
    const isBuiltIn = BUILT_IN.test(family)
    const isUnknown = written.isUnknown || (hasUndrawn && letters.size === 0)
    // The first letter's font stays; ideographic fonts also have signs.
    const sorted = [...letters].sort((a, b) => b - a)
    const { asked } = fonts
    const isGap = sorted.some((letter) => {
      const draws = () => drawsLetter(pdfium, runtime, font, letter)
      return !(isBuiltIn ? draws() : fonts.choosing(lendFor(letter), draws))
    })
    lacking ||= isBuiltIn && (isGap || isUnknown)
    doubtful ||= isGap || isUnknown
    lent ||= !isBuiltIn && fonts.asked !== asked
  }
  return { lacking, doubtful, lent }
}

function writtenIn(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  page: number,
): Map<number, WrittenLetters> {
  const written = new Map<number, WrittenLetters>()
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return written
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), LIMITS.pageCharacters)
    let [object, known]: [number, WrittenLetters | undefined] = [0, undefined]
    for (let index = 0; index < count; index++) {
      const next = pdfium.FPDFText_GetTextObject(text, index)
      if (next !== object) [object, known] = [next, writtenBy(pdfium, next, written)]
      if (!known) continue
      const letter = pdfium.FPDFText_GetUnicode(text, index) >>> 0
      if (letter > LAST_LETTER || pdfium.FPDFText_HasUnicodeMapError(text, index) === 1) {
        if (hasShape(pdfium, runtime, text, index)) known.isUnknown = true
        else known.hasUndrawn = true
      } else if (INK.test(String.fromCodePoint(letter))) known.letters.add(letter)
    }
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
  return written
}

function writtenBy(
  pdfium: WrappedPdfiumModule,
  object: number,
  written: Map<number, WrittenLetters>,
): WrittenLetters | undefined {
  const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object)
  if (font === 0 || pdfium.FPDFFont_GetIsEmbedded(font) !== 0) return undefined
  const known = written.get(font) ?? { letters: new Set(), isUnknown: false, hasUndrawn: false }
  written.set(font, known)
  return known
}

/** PDFium puts undrawn glyphs' box at the origin. */
function hasShape(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  text: number,
  index: number,
): boolean {
  return withScratch(runtime, BOX_SIZE, ({ address, view }) => {
    pdfium.FPDFText_GetCharBox(text, index, address, address + 8, address + 16, address + 24)
    pdfium.FPDFText_GetCharOrigin(text, index, address + 32, address + 40)
    const [left, _right, bottom, _top, x, y] = [0, 8, 16, 24, 32, 40].map((offset) =>
      Math.fround(view().getFloat64(offset, true)),
    )
    return left !== x || bottom !== y
  })
}

function drawsLetter(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  font: number,
  letter: number,
): boolean {
  const path = pdfium.FPDFFont_GetGlyphPath(font, letter, SIZE)
  if (path === 0) return false
  if (
    pdfium.FPDFGlyphPath_CountGlyphSegments(path) !== BOX_SEGMENTS ||
    BOXES.test(String.fromCodePoint(letter))
  )
    return true
  return withScratch(runtime, POINT_SIZE, ({ address, view }) => {
    const points = Array.from({ length: BOX_SEGMENTS }, (_, index) => {
      pdfium.FPDFPathSegment_GetPoint(
        pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index),
        address,
        address + 4,
      )
      return [view().getFloat32(0, true), view().getFloat32(4, true)] as const
    })
    return [0, 1].some((axis) => new Set(points.map((point) => point[axis])).size !== BOX_SIDES)
  })
}

function familyOf(pdfium: WrappedPdfiumModule, runtime: Runtime, font: number): string {
  return withScratch(runtime, NAME_SIZE, ({ address, view }) => {
    const length = pdfium.FPDFFont_GetFamilyName(font, address, NAME_SIZE)
    const { buffer, byteOffset } = view()
    return length > NAME_SIZE
      ? ''
      : Buffer.from(buffer, byteOffset, Math.max(0, length - 1)).toString('utf8')
  })
}
