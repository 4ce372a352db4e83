import type { PageSize } from './protocol.ts'

/** No page image has more pixels than this; an A3 page at 400 dpi has 31 million, at 300 dpi 17. */
const MAX_PIXELS = 25_000_000
/** JPEG ends at 65,535; browsers refuse sooner. */
const MAX_SIDE = 16_384

/** Pixels of a page image of the asked width, narrower where the page is so long that its image would go beyond the limits. */
export function pixelSize(page: PageSize, width: number): PageSize {
  const scale = Math.min(width / page.width, MAX_SIDE / Math.max(page.width, page.height), Math.sqrt(MAX_PIXELS / page.width / page.height))
  return { width: Math.max(1, Math.round(page.width * scale)), height: Math.max(1, Math.round(page.height * scale)) }
}
