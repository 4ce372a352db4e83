/** At 1 a page is as wide as the screen. */
const ZOOM_MIN = 1
const ZOOM_MAX = 4

export const clampZoom = (zoom: number): number => Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom))
