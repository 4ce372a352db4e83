import type { Size } from '../../../../paper/space/page-space.ts'

/** 1 draws a point as a pixel. */
export const ZOOM = { least: 0.5, most: 3, step: 0.1, first: 1 } as const

/** Windows up to this width are those of phones, on which a page is first seen in its whole width. In pixels. */
const NARROW = 640
/** Beside a page, together. */
const MARGINS = 32

/** Free of what tenths cannot say in binary. */
const hundredths = (zoom: number): number => Math.round(zoom * 100) / 100

const clamp = (zoom: number): number => Math.max(ZOOM.least, Math.min(ZOOM.most, zoom))

/** The next step, also from between two of them. */
export const zoomedIn = (zoom: number): number => clamp(hundredths(Math.floor(hundredths(zoom * 10) + 1) / 10))

/** The step before, also from between two of them. */
export const zoomedOut = (zoom: number): number => clamp(hundredths(Math.ceil(hundredths(zoom * 10) - 1) / 10))

/** At what zoom a document is first seen. @param width of the window, in pixels. */
export const firstZoom = (page: Size | undefined, width: number): number =>
  page === undefined || width > NARROW
    ? ZOOM.first
    : Math.min(ZOOM.first, fitZoom(page, { width: width - MARGINS, height: Number.POSITIVE_INFINITY }))

/** At what zoom a page is seen whole. @param room in pixels. */
export const fitZoom = (page: Size, room: Size): number =>
  clamp(Math.floor(Math.min(room.width / page.width, room.height / page.height) * 100) / 100)

/** How much of a page, or of the window where the page is larger, must be in sight for it to be the current one. */
const THRESHOLD = 0.5

interface Shown {
  readonly top: number
  readonly height: number
}

/** The current page, from 0: the first of which enough is seen; where there is none, the one of which most is seen. */
export function currentPage(pages: readonly Shown[], scrollTop: number, viewHeight: number): number {
  let best = { index: 0, seen: -1 }
  for (const [index, { top, height }] of pages.entries()) {
    const seen = Math.min(top + height, scrollTop + viewHeight) - Math.max(top, scrollTop)
    if (seen >= THRESHOLD * Math.min(height, viewHeight)) return index
    if (seen > best.seen) best = { index, seen }
  }
  return best.index
}
