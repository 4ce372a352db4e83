import type { Size } from '../../../../paper/space/page-space.ts'

/** At zoom 1, a point is a pixel. */
export const ZOOM = { least: 0.5, most: 3, step: 0.1, first: 1 } as const

/** In windows up to this width (px), a page is first fitted. */
const NARROW = 640
const MARGINS = 32

/** Rounding removes the binary errors of tenths. */
const hundredths = (zoom: number): number => Math.round(zoom * 100) / 100

const clamp = (zoom: number): number => Math.max(ZOOM.least, Math.min(ZOOM.most, zoom))

export const zoomedIn = (zoom: number): number =>
  clamp(hundredths(Math.floor(hundredths(zoom * 10) + 1) / 10))

export const zoomedOut = (zoom: number): number =>
  clamp(hundredths(Math.ceil(hundredths(zoom * 10) - 1) / 10))

export const firstZoom = (page: Size | undefined, width: number): number =>
  page === undefined || width > NARROW
    ? ZOOM.first
    : Math.min(
        ZOOM.first,
        fitZoom(page, { width: width - MARGINS, height: Number.POSITIVE_INFINITY }),
      )

export const fitZoom = (page: Size, room: Size): number =>
  clamp(Math.floor(Math.min(room.width / page.width, room.height / page.height) * 100) / 100)

/** The current page shows this share of itself or of the window. */
const THRESHOLD = 0.5

interface ShownPage {
  readonly top: number
  readonly height: number
}

export function currentPage(
  pages: readonly ShownPage[],
  scrollTop: number,
  viewHeight: number,
): number {
  let best = { index: 0, seen: -1 }
  for (const [index, { top, height }] of pages.entries()) {
    const seen = Math.min(top + height, scrollTop + viewHeight) - Math.max(top, scrollTop)
    if (seen >= THRESHOLD * Math.min(height, viewHeight)) return index
    if (seen > best.seen) best = { index, seen }
  }
  return best.index
}
