import type { PageSize } from '../opening/lease.ts'

/** It counts clockwise quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3

const QUARTERS = [0, 1, 2, 3] as const

export const rotatedBy = (rotation: QuarterTurns, quarters: 1 | -1): QuarterTurns =>
  QUARTERS[(rotation + quarters + 4) % 4] ?? 0

export const isSideways = (rotation: QuarterTurns): boolean => rotation % 2 === 1

export const rotatedPages = (
  pages: readonly PageSize[],
  rotation: QuarterTurns,
): readonly PageSize[] =>
  isSideways(rotation)
    ? pages.map(({ width, height }) => ({ width: height, height: width }))
    : pages

export function rotationTransform(
  rotation: QuarterTurns,
  width: number,
  height: number,
): string | undefined {
  const corner = [undefined, [width, 0], [width, height], [0, height]][rotation]
  return corner && `translate(${corner[0]}px, ${corner[1]}px) rotate(${rotation * 90}deg)`
}

/** Maps an unrotated height share to the displayed one. */
export const rotatedShare = (share: number, rotation: QuarterTurns): number =>
  [share, 0, 1 - share, 0][rotation] ?? 0

interface Spot {
  readonly x: number
  readonly y: number
}

export const rotatedSpot = ({ x, y }: Spot, rotation: QuarterTurns): Spot =>
  [
    { x, y },
    { x: 1 - y, y: x },
    { x: 1 - x, y: 1 - y },
    { x: y, y: 1 - x },
  ][rotation] ?? { x, y }

export const unrotated = (spot: Spot, rotation: QuarterTurns): Spot =>
  rotatedSpot(spot, QUARTERS[(4 - rotation) % 4] ?? 0)
