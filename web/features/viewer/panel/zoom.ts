export const FIT = 1

export const ZOOM_LEVELS = [
  0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3,
  3.5, 4,
] as const

export type Zoom = number | { readonly fitsPage: number }

const [MIN] = ZOOM_LEVELS
const MAX = ZOOM_LEVELS[ZOOM_LEVELS.length - 1] ?? FIT

/** A point is 1/72 inch, and a CSS pixel is 1/96. */
const PIXELS_PER_UNIT = { point: 96 / 72, pixel: 1 } as const

/** @param shownWidth in CSS pixels @param pageWidth in `unit`, after rotation */
export const scaleOf = (
  shownWidth: number,
  pageWidth: number,
  unit: keyof typeof PIXELS_PER_UNIT,
): number => shownWidth / (pageWidth * PIXELS_PER_UNIT[unit])

/** Wheels jump and trackpads glide, so each event is limited. */
const WHEEL_MAX = 25

export const clampZoom = (level: number): number => Math.min(Math.max(level, MIN), MAX)

export const zoomedIn = (level: number): number => ZOOM_LEVELS.find((other) => other > level) ?? MAX

export const zoomedOut = (level: number): number =>
  ZOOM_LEVELS.findLast((other) => other < level) ?? MIN

export const isLargest = (level: number): boolean => level >= MAX

export const isSmallest = (level: number): boolean => level <= MIN

/** @param delta in pixels; positive zooms out */
export const wheelFactor = (delta: number): number =>
  Math.exp(-Math.min(Math.max(delta, -WHEEL_MAX), WHEEL_MAX) / 100)
