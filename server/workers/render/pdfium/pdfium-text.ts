import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PageArea, PageSize } from '../protocol.ts'
import { areaOf, boxAround, type LineBox, type LinePoint } from '../text/line-box.ts'
import { NO_TEXT, type PageText } from '../text/page-text.ts'
import type { ToDisplay } from './pdfium-display.ts'
import { type Runtime, type Scratch, withScratch } from './pdfium-runtime.ts'

/** FS_RECTF is {left, top, right, bottom}, FS_MATRIX {a, b, c, d, e, f}, as floats. Points and boxes are doubles. */
const SCRATCH_SIZE = 32
const CHUNK = 8_192
const STRAIGHT = 1e-3

interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface DisplayedPage {
  readonly handle: number
  readonly size: PageSize
  readonly toDisplay: ToDisplay
}

export function readPageText<T>(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  page: DisplayedPage,
  read: (text: PageText) => T,
): T {
  const textPage = pdfium.FPDFText_LoadPage(page.handle)
  if (textPage === 0) return read(NO_TEXT)
  try {
    const count = pdfium.FPDFText_CountChars(textPage)
    const length = Math.max(0, Math.min(count, LIMITS.pageCharacters))
    const text = charactersOf(pdfium, textPage, length)
    return withScratch(runtime, SCRATCH_SIZE, (scratch) => {
      const glyphs: Glyphs = { pdfium, textPage, scratch }
      return read({
        text,
        cut: count > length,
        printed: text.length,
        box: (index) => boxOf(glyphs, index, page),
        glyph: (index) => glyphOf(glyphs, index, page),
      })
    })
  } finally {
    pdfium.FPDFText_ClosePage(textPage)
  }
}

function charactersOf(pdfium: WrappedPdfiumModule, textPage: number, length: number): string {
  let text = ''
  for (let start = 0; start < length; start += CHUNK) {
    const units = new Uint16Array(Math.min(CHUNK, length - start))
    for (let index = 0; index < units.length; index++)
      units[index] = pdfium.FPDFText_GetUnicode(textPage, start + index)
    text += String.fromCharCode(...units)
  }
  return text
}

interface Glyphs {
  readonly pdfium: WrappedPdfiumModule
  readonly textPage: number
  readonly scratch: Scratch
}

function boxOf(
  glyphs: Glyphs,
  index: number,
  { toDisplay, size }: DisplayedPage,
): LineBox | undefined {
  const { pdfium, textPage } = glyphs
  const rect = looseRect(glyphs, index)
  if (!rect || !(rect.right > rect.left && rect.top > rect.bottom)) return undefined
  const turned = pdfium.FPDFText_GetCharAngle(textPage, index)
  const direction: LinePoint = turned > 0 ? [Math.cos(turned), -Math.sin(turned)] : [1, 0]
  const isStraight = direction.some((part) => Math.abs(part) < STRAIGHT)
  const corners = (isStraight ? undefined : slantedCorners(glyphs, index, rect)) ?? cornersOf(rect)
  const displayed = corners.map(([x, y]) => toDisplay(x, y))
  return isOn(size, displayed) ? boxAround(displayed, angleOf(direction, toDisplay)) : undefined
}

/** The advance replaces missing ink. */
function glyphOf(
  { pdfium, textPage, scratch }: Glyphs,
  index: number,
  { toDisplay }: DisplayedPage,
): PageArea | undefined {
  const { address } = scratch
  if (
    !pdfium.FPDFText_GetCharBox(textPage, index, address, address + 8, address + 16, address + 24)
  )
    return undefined
  const view = scratch.view()
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((offset) =>
    view.getFloat64(offset, true),
  )
  const corners = cornersOf({ left, top, right, bottom }).map(([x, y]) => toDisplay(x, y))
  return areaOf(boxAround(corners, 0))
}

function isOn({ width, height }: PageSize, corners: readonly LinePoint[]): boolean {
  const { x, y, width: across, height: down } = areaOf(boxAround(corners, 0))
  return x < width && y < height && x + across > 0 && y + down > 0 && Number.isFinite(across + down)
}

/** Height and advance yield equal heights without gaps. */
function looseRect({ pdfium, textPage, scratch }: Glyphs, index: number): Rect | undefined {
  if (!pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.address)) return undefined
  const view = scratch.view()
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getFloat32(offset, true))
  return { left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0 }
}

function cornersOf({ left, top, right, bottom }: Rect): LinePoint[] {
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ]
}

/** PDFium reports only upright rectangles, so matrix and origin yield corners. Returns undefined for skewed lines. */
function slantedCorners(
  glyphs: Glyphs,
  index: number,
  { left, top, right, bottom }: Rect,
): LinePoint[] | undefined {
  const { pdfium, textPage, scratch } = glyphs
  if (!pdfium.FPDFText_GetMatrix(textPage, index, scratch.address)) return undefined
  const matrix = scratch.view()
  const [a = 0, b = 0, c = 0, d = 0] = [0, 4, 8, 12].map((offset) =>
    matrix.getFloat32(offset, true),
  )
  if (!pdfium.FPDFText_GetCharOrigin(textPage, index, scratch.address, scratch.address + 8))
    return undefined
  const [x, y] = [scratch.view().getFloat64(0, true), scratch.view().getFloat64(8, true)]
  const sideX = ((a >= 0 ? left : right) - x) / c
  const sideY = ((b >= 0 ? bottom : top) - y) / d
  const [head, feet] = [Math.max(sideX, sideY), Math.min(sideX, sideY)]
  const advance =
    Math.abs(a) > Math.abs(b)
      ? (right - left - Math.abs(c) * (head - feet)) / Math.abs(a)
      : (top - bottom - Math.abs(d) * (head - feet)) / Math.abs(b)
  if (!(head > feet && advance > 0)) return undefined
  return [0, advance].flatMap((along) =>
    [head, feet].map((up): LinePoint => [x + along * a + up * c, y + along * b + up * d]),
  )
}

function angleOf([x, y]: LinePoint, toDisplay: ToDisplay): number {
  const [x0, y0] = toDisplay(0, 0)
  const [x1, y1] = toDisplay(x, y)
  const degrees = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI
  const straight = Math.round(degrees / 90) * 90
  return Math.abs(degrees - straight) < 0.1 ? straight : degrees
}
