/**
 * The value is in font sizes, since the fonts' own line heights suit book pages. Notes have no padding, wrap at their rectangle's width
 * and are clipped by it.
 */
export const LINE_HEIGHT = 1.25
