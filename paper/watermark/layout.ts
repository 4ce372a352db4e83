export interface WatermarkStyle {
  readonly density: 'light' | 'standard' | 'dense'
  /** This is a percentage of the opacities. */
  readonly strength: number
}

export interface Watermark {
  readonly text: string
  readonly style: WatermarkStyle
}

export const STANDARD_STYLE: WatermarkStyle = { density: 'standard', strength: 100 }

/** `large` counts marks on an upright page, and `fineness` scales the opacity of fine lines. */
const DENSITIES: Readonly<
  Record<
    WatermarkStyle['density'],
    { lines: number; columns: number; large: number; fineness: number }
  >
> = {
  light: { lines: 15, columns: 2, large: 3, fineness: 0.8 },
  standard: { lines: 30, columns: 3, large: 5, fineness: 1 },
  dense: { lines: 30, columns: 3, large: 8, fineness: 1.6 },
}
/** Values are in page widths. */
const LOWEST_LINE = 1 / 65
const HIGHEST_LINE = 1 / 15
/** Beyond this number, lines are spaced further apart. */
const MAX_LINES = 300
const COLUMN_FILL = 0.94
const LINE_FILL = 0.5
/** Odd lines keep neighbours `CLEARANCE` apart. */
const SHIFTS = [0.5, 0.4, 0.6, 0.3, 0.7] as const
const CLEARANCE = 0.55

/** The unit is a column width. */
const UPRIGHT_PITCH = 0.28
const LYING_PITCH = 0.42
/** This margin keeps simple proportions away from rounding thresholds. */
const ROUNDING = 0.02
const LARGE_SPREAD = 0.88
const LARGE_FILL = 0.8
const LARGE_ROW_FILL = 0.36
/** The unit is a font size. */
const LARGE_LEADING = 1.15
const MAX_LARGE = 30

/** The unit is degrees. A negative angle climbs to the right. */
const WATERMARK_ANGLE = -15

export const CONFIDENTIAL = 'Confidential'

/** Colors range from 0 to 255, opacity from 0 to 1. */
export interface WatermarkColor {
  readonly rgb: readonly [number, number, number]
  readonly opacity: number
}

export type WatermarkColors = Readonly<
  Record<'onLight' | 'onDark', Readonly<Record<WatermarkRun['tone'], WatermarkColor>>>
>

/** Fine lines never impair reading. */
const COLORS: Readonly<Record<WatermarkLayer['kind'], WatermarkColors>> = {
  fine: {
    onLight: {
      ink: { rgb: [28, 36, 52], opacity: 0.11 },
      accent: { rgb: [200, 44, 30], opacity: 0.15 },
    },
    onDark: {
      ink: { rgb: [236, 240, 248], opacity: 0.14 },
      accent: { rgb: [255, 112, 92], opacity: 0.24 },
    },
  },
  large: {
    onLight: {
      ink: { rgb: [28, 36, 52], opacity: 0.2 },
      accent: { rgb: [200, 44, 30], opacity: 0.27 },
    },
    onDark: {
      ink: { rgb: [236, 240, 248], opacity: 0.2 },
      accent: { rgb: [255, 112, 92], opacity: 0.32 },
    },
  },
}
/** At the greatest strength the text of the page must stay readable below one mark. */
const MOST_OPAQUE_MARK = 0.62

export interface WatermarkRun {
  text: string
  tone: 'ink' | 'accent'
}

/** Values are in the unit of the given page. */
export interface WatermarkLayer {
  readonly kind: 'fine' | 'large'
  readonly runs: WatermarkRun[]
  readonly fontSize: number
  readonly angle: number
  readonly colors: WatermarkColors
  readonly places: { x: number; y: number }[]
}

interface Paper {
  readonly width: number
  readonly height: number
}

/** `at` has the form `YYYY-MM-DD HH:mm`. */
export function watermarkText(reader: { email: string; at: string }): string {
  return `${reader.email} ${reader.at} ${CONFIDENTIAL}`
}

/** Previews, page images and marked files share this layout, whatever the pixel width. */
export function layoutWatermark(page: Paper, { text, style }: Watermark): WatermarkLayer[] {
  return [fineLines(page, text, style), ...largeMarks(page, text, style)]
}

/** Rounded pixels could yield another row or column. */
export function watermarkInPixels(page: Paper, width: number, mark: Watermark): WatermarkLayer[] {
  const scale = width / page.width
  return layoutWatermark(page, mark).map((layer) => ({
    ...layer,
    fontSize: layer.fontSize * scale,
    places: layer.places.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  }))
}

function fineLines(
  page: Paper,
  text: string,
  { density, strength }: WatermarkStyle,
): WatermarkLayer {
  const { lines: most, columns, fineness } = DENSITIES[density]
  const lines = linesOf(page, most)
  const lineHeight = page.height / lines
  const columnWidth = page.width / columns
  const shift = shiftOfOddLines(columnWidth, lineHeight)
  const places = Array.from({ length: lines * columns }, (_, index) => {
    const line = Math.floor(index / columns)
    const column = (index % columns) + (line % 2 === 0 ? -shift : shift) / 2
    return { x: (column + 0.5) * columnWidth, y: (line + 0.5) * lineHeight }
  })
  const widest = (page.width / DENSITIES.standard.columns) * COLUMN_FILL
  return {
    kind: 'fine',
    runs: runsOf(text),
    fontSize: Math.min(widest / widthInEm(text), lineHeight * LINE_FILL),
    angle: WATERMARK_ANGLE,
    colors: strengthened(COLORS.fine, (strength / 100) * fineness),
    places,
  }
}

function largeMarks(
  page: Paper,
  text: string,
  { density, strength }: WatermarkStyle,
): WatermarkLayer[] {
  const columns = Math.min(
    MAX_LARGE,
    Math.max(1, Math.round((page.width / page.height) * 1.25 + ROUNDING)),
  )
  const columnWidth = page.width / columns
  const pitch = columnWidth * (columns === 1 ? UPRIGHT_PITCH : LYING_PITCH)
  const share = DENSITIES[density].large / DENSITIES.standard.large
  const rows = Math.min(
    MAX_LARGE,
    Math.max(1, Math.round((page.height / pitch) * share + ROUNDING)),
  )
  const rowHeight = (page.height * LARGE_SPREAD) / rows
  const centres = Array.from({ length: rows }, (_, row) => {
    const isBetween = row % 2 === 1 && columns > 1
    const y = page.height / 2 + (row - (rows - 1) / 2) * rowHeight
    return Array.from({ length: columns - (isBetween ? 1 : 0) }, (_, column) => ({
      x: (column + (isBetween ? 1 : 0.5)) * columnWidth,
      y,
    }))
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
      places: centres.map(({ x, y }) => ({
        x: x - Math.sin(radians) * down,
        y: y + Math.cos(radians) * down,
      })),
    }
  })
}

function linesOfLarge(text: string): string[] {
  const end = text.indexOf(' ')
  return end === -1 ? [text] : [text.slice(0, end), text.slice(end + 1)]
}

function strengthened({ onLight, onDark }: WatermarkColors, factor: number): WatermarkColors {
  const stronger = ({ rgb, opacity }: WatermarkColor): WatermarkColor => ({
    rgb,
    opacity: Math.min(MOST_OPAQUE_MARK, opacity * factor),
  })
  const both = ({ ink, accent }: WatermarkColors['onLight']) => ({
    ink: stronger(ink),
    accent: stronger(accent),
  })
  return { onLight: both(onLight), onDark: both(onDark) }
}

/** The tolerance keeps 30.0000001 from becoming 31. */
function linesOf({ width, height }: Paper, most: number): number {
  const lineHeight = Math.min(
    Math.max(height / most, width * LOWEST_LINE),
    (width * HIGHEST_LINE * DENSITIES.standard.lines) / most,
  )
  return Math.min(MAX_LINES, Math.max(1, Math.ceil(height / lineHeight - 1e-6)))
}

/** Lines climb, so an offset line must pass between both neighbours. */
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
  const accent: WatermarkRun = { text: CONFIDENTIAL, tone: 'accent' }
  return lead === '' ? [accent] : [{ text: lead, tone: 'ink' }, accent]
}

/** Estimates generously for the font of `mark-font.ts`, which this folder cannot read. */
function widthInEm(text: string): number {
  let em = 0
  for (const character of text) em += (character.codePointAt(0) ?? 0) >= 0x1100 ? 0.95 : 0.57
  return Math.max(em, 1)
}
