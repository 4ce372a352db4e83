/** Pages that stand together in a strip, and for how long they were read in all. */
export interface HeatCell {
  readonly first: number
  readonly last: number
  readonly seconds: number
  /** From 0, not read at all, to `HEAT_LEVELS`. */
  readonly level: number
}

interface PageTime {
  readonly page: number
  readonly seconds: number
}

export const HEAT_LEVELS = 5
/** More could not be told apart. */
const CELLS = 200

/**
 * All pages of a document, in as many equal cells as can be told apart. An earlier version may have had more of them.
 * @param pageCount of the document; 0 where nobody knows
 */
export function heatCells(times: readonly PageTime[], pageCount: number, most = CELLS): readonly HeatCell[] {
  const last = Math.max(pageCount, ...times.map(({ page }) => page))
  const size = Math.max(1, Math.ceil(last / most))
  const sums = Array.from({ length: Math.ceil(last / size) }, () => 0)
  for (const { page, seconds } of times) {
    const index = Math.floor((page - 1) / size)
    sums[index] = (sums[index] ?? 0) + seconds
  }
  const longest = Math.max(...sums, 0)
  return sums.map((seconds, index) => ({
    first: index * size + 1,
    last: Math.min((index + 1) * size, last),
    seconds,
    level: seconds > 0 ? Math.ceil((seconds / longest) * HEAT_LEVELS) : 0,
  }))
}

/** Which cell was read longest; the first of several. */
export const hottest = (cells: readonly HeatCell[]): number =>
  cells.reduce((best, { seconds }, index) => (seconds > (cells[best]?.seconds ?? 0) ? index : best), 0)

/** Pages that the axis below a strip names: the first, the last, and round ones between, at most so many. */
export function axisPages(last: number, most = 6): readonly number[] {
  if (last <= 1) return [1]
  const step = roundStep((last - 1) / (most - 1))
  const between = Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step)
  // What is close to an end would run into its number.
  return [1, ...between.filter((page) => page > step / 2 && page > 1 && last - page >= step / 2), last]
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is no less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power * 10
}
