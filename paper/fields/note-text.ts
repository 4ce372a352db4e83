/** The unit is a font size, since the fonts' own line heights suit book pages. */
export const LINE_HEIGHT = 1.25
