import type { Sharp } from 'sharp'
import type { Area, Size } from '../../../../paper/raster/page-raster.ts'

/** The number is that of EXIF: 1 is upright, 2 to 8 are mirrored or rotated. */
export type Orientation = number

const isSideways = (orientation: Orientation): boolean => orientation >= 5
const isMirroredAcross = (orientation: Orientation): boolean => [2, 3, 7, 8].includes(orientation)
const isMirroredDown = (orientation: Orientation): boolean => [3, 4, 6, 7].includes(orientation)

export const storedSize = ({ width, height }: Size, orientation: Orientation): Size =>
  isSideways(orientation) ? { width: height, height: width } : { width, height }

/** @param size when upright */
export function storedArea(
  { left, top, width, height }: Area,
  size: Size,
  orientation: Orientation,
): Area {
  const stored = storedSize(size, orientation)
  const area = isSideways(orientation)
    ? { left: top, top: left, width: height, height: width }
    : { left, top, width, height }
  return {
    ...area,
    left: isMirroredAcross(orientation) ? stored.width - area.left - area.width : area.left,
    top: isMirroredDown(orientation) ? stored.height - area.top - area.height : area.top,
  }
}

export function upright(stored: Sharp, orientation: Orientation): Sharp {
  if (orientation === 2) return stored.flop()
  if (orientation === 3) return stored.rotate(180)
  if (orientation === 4) return stored.flip()
  if (orientation === 5) return stored.flip().rotate(90)
  if (orientation === 6) return stored.rotate(90)
  if (orientation === 7) return stored.flip().rotate(270)
  if (orientation === 8) return stored.rotate(270)
  return stored
}
