/** How the mark of a room looks. */
export interface WatermarkStyle {
  /** How much of a page it takes up. */
  readonly density: 'light' | 'standard' | 'dense'
  /** In per cent of the opacities below. */
  readonly strength: number
}

/** A mark to be drawn. */
export interface Watermark {
  readonly text: string
  readonly style: WatermarkStyle
}

export const STANDARD_STYLE: WatermarkStyle = { density: 'standard', strength: 100 }

/** Lines and columns of the fine lines on an ordinary page, large marks on an upright one, and by how much the fine lines' opacity grows. */
const DENSITIES: Readonly<Record<WatermarkStyle['density'], { lines: number; columns: number; large: number; fineness: number }>> = {
  light: { lines: 15, columns: 2, large: 3, fineness: 0.8 },
  standard: { lines: 30, columns: 3, large: 5, fineness: 1 },
  dense: { lines: 30, columns: 3, large: 8, fineness: 1.6 },
}
/** Height of a line in widths of the page, at least and at most: a banner takes fewer lines, so that they can be read, a strip more. */
const LOWEST_LINE = 1 / 65
const HIGHEST_LINE = 1 / 15
/** On an endless strip lines grow apart instead of becoming endless. */
const MAX_LINES = 300
/** Share of a column that a line may fill, and of a line's height that its letters may. */
const COLUMN_FILL = 0.94
const LINE_FILL = 0.5
/** Every other line stands aside, as bricks do, by the first of these shares of a column that keeps neighbours so many line heights apart. */
const SHIFTS = [0.5, 0.4, 0.6, 0.3, 0.7] as const
const CLEARANCE = 0.55

/** From one row of large marks to the next, in widths of their column, where there is one column and where there are more. */
const UPRIGHT_PITCH = 0.28
const LYING_PITCH = 0.42
/** Keeps pages of simple proportions away from where a row or a column more begins. */
const ROUNDING = 0.02
/** Share of a page's height that large marks are spread over, of a column that one may fill, and of its row that its letters may. */
const LARGE_SPREAD = 0.88
const LARGE_FILL = 0.8
const LARGE_ROW_FILL = 0.36
/** From one line of a large mark to the next, in heights of its letters. */
const LARGE_LEADING = 1.15
/** Rows of large marks on an endless strip, and columns on an endless banner. */
const MAX_LARGE = 30

/** Where the mark leans to, in degrees; negative climbs to the right. */
const WATERMARK_ANGLE = -15

/** The word that every mark ends with and that is drawn in the seal colour. */
export const CONFIDENTIAL = 'Confidential'

/** A colour of the mark: red, green, blue from 0 to 255, and how much of it covers what lies under it. */
export interface WatermarkColor {
  readonly rgb: readonly [number, number, number]
  readonly opacity: number
}

/** Colours of a layer, dark where the page is light and light where it is dark. */
export type WatermarkColors = Readonly<Record<'onLight' | 'onDark', Readonly<Record<WatermarkRun['tone'], WatermarkColor>>>>

/**
 * Ink grey and vermilion. Black letters under the mark stay black and white ones white. The fine lines are so faint that no figure below
 * them is harder to read; the large marks are there to be read.
 */
const COLORS: Readonly<Record<WatermarkLayer['kind'], WatermarkColors>> = {
  fine: {
    onLight: { ink: { rgb: [28, 36, 52], opacity: 0.11 }, seal: { rgb: [200, 44, 30], opacity: 0.15 } },
    onDark: { ink: { rgb: [236, 240, 248], opacity: 0.14 }, seal: { rgb: [255, 112, 92], opacity: 0.24 } },
  },
  large: {
    onLight: { ink: { rgb: [28, 36, 52], opacity: 0.2 }, seal: { rgb: [200, 44, 30], opacity: 0.27 } },
    onDark: { ink: { rgb: [236, 240, 248], opacity: 0.2 }, seal: { rgb: [255, 112, 92], opacity: 0.32 } },
  },
}
/** No letter hides more than this of what lies under it. */
const MOST_OPAQUE = 0.62

/** A piece of the mark that is drawn in one colour; the pieces follow each other on one line. */
export interface WatermarkRun {
  text: string
  tone: 'ink' | 'seal'
}

/** One line of text that is drawn at several places of a page, in the unit of the page that was given. */
export interface WatermarkLayer {
  readonly kind: 'fine' | 'large'
  readonly runs: WatermarkRun[]
  readonly fontSize: number
  /** Degrees by which each line is turned around its centre. */
  readonly angle: number
  readonly colors: WatermarkColors
  /** Centres of the lines. */
  readonly tiles: { x: number; y: number }[]
}

interface Paper {
  readonly width: number
  readonly height: number
}

/** What a reader's mark says. `at` is the moment as `YYYY-MM-DD HH:mm`. */
export function watermarkText(reader: { email: string; at: string }): string {
  return `${reader.email} ${reader.at} ${CONFIDENTIAL}`
}

/**
 * Lays a mark out over a page, the same to the eye at any pixel width: fine lines all over it, 30 in 3 columns as a standard, and a few large
 * marks, whose first line says who and whose second says when. Preview, page images and stamped files all draw from this.
 * @returns the fine lines, then one layer for each line of the large marks
 */
export function layoutWatermark(page: Paper, { text, style }: Watermark): WatermarkLayer[] {
  return [fineLines(page, text, style), ...largeMarks(page, text, style)]
}

/**
 * The mark over a page that is drawn so many pixels wide. It is laid out for the page itself: rounded to pixels, a page may be one with a row
 * or a column more.
 */
export function watermarkInPixels(page: Paper, width: number, mark: Watermark): WatermarkLayer[] {
  const scale = width / page.width
  return layoutWatermark(page, mark).map((layer) => ({
    ...layer,
    fontSize: layer.fontSize * scale,
    tiles: layer.tiles.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  }))
}

function fineLines(page: Paper, text: string, { density, strength }: WatermarkStyle): WatermarkLayer {
  const { lines: most, columns, fineness } = DENSITIES[density]
  const lines = linesOf(page, most)
  const lineHeight = page.height / lines
  const columnWidth = page.width / columns
  const shift = shiftOfOddLines(columnWidth, lineHeight)
  const tiles = Array.from({ length: lines * columns }, (_, index) => {
    const line = Math.floor(index / columns)
    const column = (index % columns) + (line % 2 === 0 ? -shift : shift) / 2
    return { x: (column + 0.5) * columnWidth, y: (line + 0.5) * lineHeight }
  })
  // Fewer lines are no larger than those of the standard.
  const widest = (page.width / DENSITIES.standard.columns) * COLUMN_FILL
  return {
    kind: 'fine',
    runs: runsOf(text),
    fontSize: Math.min(widest / widthInEm(text), lineHeight * LINE_FILL),
    angle: WATERMARK_ANGLE,
    colors: strengthened(COLORS.fine, (strength / 100) * fineness),
    tiles,
  }
}

/**
 * One below the other on an upright page; side by side on one that lies, where every other row has one less and stands between those of the
 * row above.
 */
function largeMarks(page: Paper, text: string, { density, strength }: WatermarkStyle): WatermarkLayer[] {
  const columns = Math.min(MAX_LARGE, Math.max(1, Math.round((page.width / page.height) * 1.25 + ROUNDING)))
  const columnWidth = page.width / columns
  const pitch = columnWidth * (columns === 1 ? UPRIGHT_PITCH : LYING_PITCH)
  const share = DENSITIES[density].large / DENSITIES.standard.large
  const rows = Math.min(MAX_LARGE, Math.max(1, Math.round((page.height / pitch) * share + ROUNDING)))
  const rowHeight = (page.height * LARGE_SPREAD) / rows
  const centres = Array.from({ length: rows }, (_, row) => {
    const isBetween = row % 2 === 1 && columns > 1
    const y = page.height / 2 + (row - (rows - 1) / 2) * rowHeight
    return Array.from({ length: columns - (isBetween ? 1 : 0) }, (_, column) => ({ x: (column + (isBetween ? 1 : 0.5)) * columnWidth, y }))
  }).flat()
  const texts = linesOfLarge(text)
  const widest = Math.max(...texts.map(widthInEm))
  const fontSize = Math.min((columnWidth * LARGE_FILL) / widest, rowHeight * LARGE_ROW_FILL)
  const radians = (WATERMARK_ANGLE * Math.PI) / 180
  return texts.map((line, index) => {
    const down = (index - (texts.length - 1) / 2) * LARGE_LEADING * fontSize
    return {
      kind: 'large',
      runs: runsOf(line),
      fontSize,
      angle: WATERMARK_ANGLE,
      colors: strengthened(COLORS.large, strength / 100),
      tiles: centres.map(({ x, y }) => ({ x: x - Math.sin(radians) * down, y: y + Math.cos(radians) * down })),
    }
  })
}

/** Who, then when. */
function linesOfLarge(text: string): string[] {
  const end = text.indexOf(' ')
  return end === -1 ? [text] : [text.slice(0, end), text.slice(end + 1)]
}

function strengthened({ onLight, onDark }: WatermarkColors, factor: number): WatermarkColors {
  const stronger = ({ rgb, opacity }: WatermarkColor): WatermarkColor => ({ rgb, opacity: Math.min(MOST_OPAQUE, opacity * factor) })
  const both = ({ ink, seal }: WatermarkColors['onLight']) => ({ ink: stronger(ink), seal: stronger(seal) })
  return { onLight: both(onLight), onDark: both(onDark) }
}

/** The tolerance keeps 30.0000001 from becoming 31. */
function linesOf({ width, height }: Paper, most: number): number {
  const lineHeight = Math.min(Math.max(height / most, width * LOWEST_LINE), (width * HIGHEST_LINE * DENSITIES.standard.lines) / most)
  return Math.min(MAX_LINES, Math.max(1, Math.ceil(height / lineHeight - 1e-6)))
}

/**
 * A line climbs as it runs, so one that stands aside can run into those of the rows above. Even lines pass a column every two rows; a
 * shifted line has to pass between them on both of its sides, or none is shifted.
 */
function shiftOfOddLines(columnWidth: number, lineHeight: number): number {
  const climb = (columnWidth / lineHeight) * Math.tan((-WATERMARK_ANGLE * Math.PI) / 180)
  const passes = (rise: number) => {
    const pairs = (1 + rise) / 2
    return 2 * Math.abs(pairs - Math.round(pairs)) >= CLEARANCE
  }
  return SHIFTS.find((shift) => passes(shift * climb) && passes((shift - 1) * climb)) ?? 0
}

function runsOf(text: string): WatermarkRun[] {
  if (!text.endsWith(CONFIDENTIAL)) return [{ text, tone: 'ink' }]
  const lead = text.slice(0, -CONFIDENTIAL.length)
  const seal: WatermarkRun = { text: CONFIDENTIAL, tone: 'seal' }
  return lead === '' ? [seal] : [{ text: lead, tone: 'ink' }, seal]
}

/** Width of a text in em, estimated on the generous side, so that no font needs to be known here. */
function widthInEm(text: string): number {
  let em = 0
  for (const character of text) em += (character.codePointAt(0) ?? 0) >= 0x1100 ? 0.95 : 0.57
  return Math.max(em, 1)
}
