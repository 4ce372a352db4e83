import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { LinePoint } from '../text/line-box.ts'
import { type Runtime, withScratch } from './pdfium-runtime.ts'

/** The origin is the displayed page's upper left. */
export type ToDisplay = (x: number, y: number) => LinePoint

/** EPDF_GetPageBoxByIndex has these types. FS_RECTF is {left, top, right, bottom} as floats. */
const MEDIA_BOX = 0
const CROP_BOX = 1
const RECT_SIZE = 16

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function displayOf(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  document: number,
  index: number,
): ToDisplay {
  const { left, top, right, bottom } = shownBox(pdfium, runtime, document, index)
  const quarters = pdfium.EPDF_GetPageRotationByIndex(document, index)
  if (quarters === 1) return (x, y) => [y - bottom, x - left]
  if (quarters === 2) return (x, y) => [right - x, y - bottom]
  if (quarters === 3) return (x, y) => [top - y, right - x]
  return (x, y) => [x - left, top - y]
}

/** An empty intersection gives the media box. */
function shownBox(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  document: number,
  index: number,
): Box {
  const media = boxOf(pdfium, runtime, document, index, MEDIA_BOX)
  const crop = boxOf(pdfium, runtime, document, index, CROP_BOX)
  const shown = {
    left: Math.max(media.left, crop.left),
    top: Math.min(media.top, crop.top),
    right: Math.min(media.right, crop.right),
    bottom: Math.max(media.bottom, crop.bottom),
  }
  return shown.right > shown.left && shown.top > shown.bottom ? shown : media
}

function boxOf(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  document: number,
  index: number,
  type: number,
): Box {
  return withScratch(runtime, RECT_SIZE, ({ address, view }) => {
    pdfium.EPDF_GetPageBoxByIndex(document, index, type, address)
    const rect = view()
    return {
      left: rect.getFloat32(0, true),
      top: rect.getFloat32(4, true),
      right: rect.getFloat32(8, true),
      bottom: rect.getFloat32(12, true),
    }
  })
}
