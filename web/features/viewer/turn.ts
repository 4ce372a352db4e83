import type { PageSize } from './lease.ts'

/** Quarters by which pages are turned clockwise. */
export type Turn = 0 | 1 | 2 | 3

const TURNS = [0, 1, 2, 3] as const

/** By one quarter more, clockwise or against it. */
export const turnedBy = (turn: Turn, quarters: 1 | -1): Turn => TURNS[(turn + quarters + 4) % 4] ?? 0

export const isSideways = (turn: Turn): boolean => turn % 2 === 1

/** Pages as they are displayed when they are turned. */
export const turnedPages = (pages: readonly PageSize[], turn: Turn): readonly PageSize[] =>
  isSideways(turn) ? pages.map(({ width, height }) => ({ width: height, height: width })) : pages

/** How what lies on a page, laid out as if it were not turned, is brought into its displayed place; around its upper left corner. */
export function turnTransform(turn: Turn, width: number, height: number): string | undefined {
  const corner = [undefined, [width, 0], [width, height], [0, height]][turn]
  return corner && `translate(${corner[0]}px, ${corner[1]}px) rotate(${turn * 90}deg)`
}

/** Where a height of the unturned page lies on the turned one, as a share of the displayed page's height. @param share of the unturned height */
export const turnedShare = (share: number, turn: Turn): number => [share, 0, 1 - share, 0][turn] ?? 0

interface Spot {
  readonly x: number
  readonly y: number
}

/** Where a point of the unturned page lies on the turned one; both as shares of width and height. */
export const turnedSpot = ({ x, y }: Spot, turn: Turn): Spot =>
  [
    { x, y },
    { x: 1 - y, y: x },
    { x: 1 - x, y: 1 - y },
    { x: y, y: 1 - x },
  ][turn] ?? { x, y }

/** The same the other way round: where a point of the turned page lies on the unturned one. */
export const unturned = (spot: Spot, turn: Turn): Spot => turnedSpot(spot, TURNS[(4 - turn) % 4] ?? 0)
