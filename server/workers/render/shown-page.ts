import type { PageSize } from './protocol.ts'

/** PDFium's default is this. Unloadable pages must not affect readable ones. */
export const DEFAULT_PAGE: PageSize = { width: 612, height: 792 }

/** ISO 32000-1, annex C.2, sets this. */
const MOST_UNITS = 14_400
/** Long web pages exceed the standard. */
const MOST_UNITS_DRAWN = 200_000
/** Slimmer images have no visible watermark. */
const SLIMMEST = 400

/** All measures use this size. Pages that no reader could show are stretched. */
export function shownPage({ width, height }: PageSize): PageSize {
  if (!isLength(width) || !isLength(height)) return DEFAULT_PAGE
  const isTooLong = Math.max(width, height) > MOST_UNITS_DRAWN
  const [across, down] = isTooLong
    ? [Math.min(width, MOST_UNITS), Math.min(height, MOST_UNITS)]
    : [width, height]
  return { width: Math.max(across, down / SLIMMEST), height: Math.max(down, across / SLIMMEST) }
}

const isLength = (units: number): boolean => Number.isFinite(units) && units > 0
