import type { PageSize } from './protocol.ts'

/** What PDFium itself assumes of a page without a size; a page that cannot be loaded must not take the readable ones with it. */
export const DEFAULT_PAGE: PageSize = { width: 612, height: 792 }

/** Units that a page may be wide or high (ISO 32000-1, annex C.2). */
const MOST_UNITS = 14_400
/** Programs that put a long web page on one page go beyond that, and people read what they write: so far it is drawn as it is. */
const MOST_UNITS_DRAWN = 200_000
/** How many times longer than wide a page may be. Of one that is slimmer the image is some pixels wide, and no mark is seen on it. */
const SLIMMEST = 400

/**
 * The size at which a page is shown, and by which everything else measures: that of its boxes, unless no reader could show such a page. Then it
 * is stretched into one that can be shown, rather than kept from its reader together with the other pages.
 */
export function shownPage({ width, height }: PageSize): PageSize {
  if (!isLength(width) || !isLength(height)) return DEFAULT_PAGE
  const isTooLong = Math.max(width, height) > MOST_UNITS_DRAWN
  const [across, down] = isTooLong ? [Math.min(width, MOST_UNITS), Math.min(height, MOST_UNITS)] : [width, height]
  return { width: Math.max(across, down / SLIMMEST), height: Math.max(down, across / SLIMMEST) }
}

const isLength = (units: number): boolean => Number.isFinite(units) && units > 0
