import { imageSize } from '../../../paper/raster/page-raster.ts'
import type { OpenDocument } from './open-document.ts'
import { shownOn } from './shown-text.ts'

/** Pixels for each point of a page that is drawn to see what of its text shows, and how wide it is drawn at least and at most. */
const PIXELS_PER_UNIT = 2
const LEAST_WIDTH = 1_200
const MOST_WIDTH = 2_400

/** Draws a page (from 0) to see which of its glyphs show. */
export async function lookAt(document: OpenDocument, index: number): Promise<ReturnType<typeof shownOn>> {
  const page = document.pageSize(index)
  const width = Math.round(Math.min(Math.max(PIXELS_PER_UNIT * page.width, LEAST_WIDTH), MOST_WIDTH))
  const size = imageSize(page, width)
  return shownOn(await document.draw(index, size, { left: 0, top: 0, ...size }), page)
}
