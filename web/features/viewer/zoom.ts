/** Pages as wide as their column. */
export const FIT = 1

/** Ten steps each way around it. */
export const ZOOM_LEVELS = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4] as const

/** A level, or whatever level lets this page be seen whole. */
export type Zoom = number | { readonly fitsPage: number }

const [MIN] = ZOOM_LEVELS
const MAX = ZOOM_LEVELS[ZOOM_LEVELS.length - 1] ?? FIT

/** CSS pixels for a unit of a page at its true size: a point is 1/72 of an inch and a CSS pixel 1/96. */
const PIXELS_PER_UNIT = { point: 96 / 72, pixel: 1 } as const

/**
 * How large a page is on the screen against its true size, where 1 is the size that it is printed at.
 * @param shownWidth in CSS pixels
 * @param pageWidth in `unit`, as the page lies on the screen
 */
export const scaleOf = (shownWidth: number, pageWidth: number, unit: keyof typeof PIXELS_PER_UNIT): number =>
  shownWidth / (pageWidth * PIXELS_PER_UNIT[unit])

/** A wheel turns by leaps, a trackpad by single pixels: no event counts for more than this. */
const WHEEL_MAX = 25

export const clampZoom = (level: number): number => Math.min(Math.max(level, MIN), MAX)

/** The next level, also from between two of them. */
export const zoomedIn = (level: number): number => ZOOM_LEVELS.find((other) => other > level) ?? MAX

/** The level before, also from between two of them. */
export const zoomedOut = (level: number): number => ZOOM_LEVELS.findLast((other) => other < level) ?? MIN

export const isLargest = (level: number): boolean => level >= MAX

export const isSmallest = (level: number): boolean => level <= MIN

/** The factor that a wheel event means. @param delta in pixels; above 0 is out. */
export const wheelFactor = (delta: number): number => Math.exp(-Math.min(Math.max(delta, -WHEEL_MAX), WHEEL_MAX) / 100)
