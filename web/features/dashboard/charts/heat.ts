export interface HeatCell {
  readonly first: number
  readonly last: number
  readonly seconds: number
  readonly level: number
}

interface PageTime {
  readonly page: number
  readonly seconds: number
}

export const HEAT_LEVELS = 5
const CELLS = 200

/** An earlier version may have more pages. `pageCount` is 0 if unknown. */
export function heatCells(
  times: readonly PageTime[],
  pageCount: number,
  most = CELLS,
): readonly HeatCell[] {
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

export const hottest = (cells: readonly HeatCell[]): number =>
  cells.reduce(
    (best, { seconds }, index) => (seconds > (cells[best]?.seconds ?? 0) ? index : best),
    0,
  )

export function axisPages(last: number, most = 6): readonly number[] {
  if (last <= 1) return [1]
  const step = roundStep((last - 1) / (most - 1))
  const between = Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step)
  // This label would overlap that of the end.
  return [
    1,
    ...between.filter((page) => page > step / 2 && page > 1 && last - page >= step / 2),
    last,
  ]
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power * 10
}
