/** Lines and columns of the mark on an ordinary page. */
const LINES = 30
const COLUMNS = 3
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

/** Where the mark leans to, in degrees; negative climbs to the right. */
const WATERMARK_ANGLE = -15

/** The word that every mark ends with and that is drawn in the seal colour. */
export const CONFIDENTIAL = 'Confidential'

/** A colour of the mark: red, green, blue from 0 to 255, and how much of it covers what lies under it. */
export interface WatermarkColor {
  readonly rgb: readonly [number, number, number]
  readonly opacity: number
}

/**
 * Colours of the mark: ink grey and vermilion, dark where the page is light and light where it is dark. Thus black letters under the mark
 * stay black and white ones white.
 */
export const WATERMARK_COLORS: Readonly<Record<'onLight' | 'onDark', Readonly<Record<WatermarkRun['tone'], WatermarkColor>>>> = {
  onLight: { ink: { rgb: [28, 36, 52], opacity: 0.33 }, seal: { rgb: [200, 44, 30], opacity: 0.5 } },
  onDark: { ink: { rgb: [236, 240, 248], opacity: 0.32 }, seal: { rgb: [255, 112, 92], opacity: 0.52 } },
}

/** A piece of the mark that is drawn in one colour; the pieces follow each other on one line. */
export interface WatermarkRun {
  text: string
  tone: 'ink' | 'seal'
}

/** The mark on one page, in the unit of the page that was given. */
export interface WatermarkLayout {
  runs: WatermarkRun[]
  fontSize: number
  /** Degrees by which each line is turned around its centre. */
  angle: number
  /** Centres of the lines. */
  tiles: { x: number; y: number }[]
}

/** What a reader's mark says. `at` is the moment as `YYYY-MM-DD HH:mm`. */
export function watermarkText(reader: { email: string; at: string }): string {
  return `${reader.email} ${reader.at} ${CONFIDENTIAL}`
}

/**
 * Lays a mark out over a page: 30 lines in 3 columns, the same to the eye at any pixel width.
 * Preview, page images and stamped files all draw from this.
 */
export function layoutWatermark(page: { width: number; height: number }, text: string): WatermarkLayout {
  const lines = linesOf(page)
  const lineHeight = page.height / lines
  const columnWidth = page.width / COLUMNS
  const shift = shiftOfOddLines(columnWidth, lineHeight)
  const tiles = Array.from({ length: lines * COLUMNS }, (_, index) => {
    const line = Math.floor(index / COLUMNS)
    const column = (index % COLUMNS) + (line % 2 === 0 ? -shift : shift) / 2
    return { x: (column + 0.5) * columnWidth, y: (line + 0.5) * lineHeight }
  })
  return {
    runs: runsOf(text),
    fontSize: Math.min((columnWidth * COLUMN_FILL) / widthInEm(text), lineHeight * LINE_FILL),
    angle: WATERMARK_ANGLE,
    tiles,
  }
}

/** The tolerance keeps 30.0000001 from becoming 31. */
function linesOf({ width, height }: { width: number; height: number }): number {
  const lineHeight = Math.min(Math.max(height / LINES, width * LOWEST_LINE), width * HIGHEST_LINE)
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
