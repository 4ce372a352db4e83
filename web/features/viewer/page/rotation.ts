import type { PageSize } from '../opening/lease.ts'

/** It counts clockwise quarter turns. */
export type Turn = 0 | 1 | 2 | 3

const TURNS = [0, 1, 2, 3] as const

export const turnedBy = (turn: Turn, quarters: 1 | -1): Turn => TURNS[(turn + quarters + 4) % 4] ?? 0

export const isSideways = (turn: Turn): boolean => turn % 2 === 1

export const turnedPages = (pages: readonly PageSize[], turn: Turn): readonly PageSize[] =>
  isSideways(turn) ? pages.map(({ width, height }) => ({ width: height, height: width })) : pages

export function turnTransform(turn: Turn, width: number, height: number): string | undefined {
  const corner = [undefined, [width, 0], [width, height], [0, height]][turn]
  return corner && `translate(${corner[0]}px, ${corner[1]}px) rotate(${turn * 90}deg)`
}

/** Maps an unrotated height share to the displayed one. */
export const turnedShare = (share: number, turn: Turn): number => [share, 0, 1 - share, 0][turn] ?? 0

interface Spot {
  readonly x: number
  readonly y: number
}

export const turnedSpot = ({ x, y }: Spot, turn: Turn): Spot =>
  [
    { x, y },
    { x: 1 - y, y: x },
    { x: 1 - x, y: 1 - y },
    { x: y, y: 1 - x },
  ][turn] ?? { x, y }

export const unturned = (spot: Spot, turn: Turn): Spot => turnedSpot(spot, TURNS[(4 - turn) % 4] ?? 0)
