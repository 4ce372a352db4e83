import { imageSize } from '../../../paper/raster/page-raster.ts'
import type { OpenDocument } from './open-document.ts'
import { shownOn } from './text/shown-text.ts'

const PIXELS_PER_UNIT = 2
const LEAST_WIDTH = 1_200
const MOST_WIDTH = 2_400

/** Pages count from 0. */
export async function lookAt(
  document: OpenDocument,
  index: number,
): Promise<ReturnType<typeof shownOn>> {
  const page = document.pageSize(index)
  const width = Math.round(
    Math.min(Math.max(PIXELS_PER_UNIT * page.width, LEAST_WIDTH), MOST_WIDTH),
  )
  const size = imageSize(page, width)
  return shownOn(await document.draw(index, size, { left: 0, top: 0, ...size }), page)
}
