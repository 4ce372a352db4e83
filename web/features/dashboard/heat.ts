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

/** The pages up to the last that was read, in as many equal cells as can be told apart. */
export function heatCells(times: readonly PageTime[], most = CELLS): readonly HeatCell[] {
  const last = Math.max(0, ...times.map(({ page }) => page))
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
