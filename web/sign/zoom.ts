/** At 1 a page is as wide as the screen. */
export const ZOOM_MIN = 1
export const ZOOM_MAX = 4
