import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PageArea, PageLink } from '../protocol.ts'
import { areaOf, boxAround, isSound } from '../text/line-box.ts'
import { webAddress } from '../text/web-address.ts'
import type { ToDisplay } from './pdfium-display.ts'
import { type Runtime, type Scratch, withScratch } from './pdfium-runtime.ts'

const SCRATCH_SIZE = 2 * (LIMITS.linkLength + 1)

export function writtenLinks(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  page: number,
  toDisplay: ToDisplay,
): PageLink[] {
  const textPage = pdfium.FPDFText_LoadPage(page)
  if (textPage === 0) return []
  const found = pdfium.FPDFLink_LoadWebLinks(textPage)
  try {
    return withScratch(runtime, SCRATCH_SIZE, (scratch) => {
      const count = Math.min(pdfium.FPDFLink_CountWebLinks(found), LIMITS.linksPerPage + 1)
      return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
        const uri = webAddress(writtenAt(pdfium, found, index, scratch))
        if (uri === undefined) return []
        return areasOf(pdfium, found, index, scratch, toDisplay).map((rect) => ({
          rect,
          to: { uri },
        }))
      })
    })
  } finally {
    pdfium.FPDFLink_CloseWebLinks(found)
    pdfium.FPDFText_ClosePage(textPage)
  }
}

function writtenAt(
  pdfium: WrappedPdfiumModule,
  found: number,
  index: number,
  { address, view }: Scratch,
): string {
  const units = pdfium.FPDFLink_GetURL(found, index, address, LIMITS.linkLength + 1)
  const { buffer } = view()
  return new TextDecoder('utf-16le').decode(
    new Uint8Array(buffer, address, 2 * Math.max(0, units - 1)),
  )
}

function areasOf(
  pdfium: WrappedPdfiumModule,
  found: number,
  index: number,
  { address, view }: Scratch,
  toDisplay: ToDisplay,
): PageArea[] {
  const areas: PageArea[] = []
  const lines = Math.min(pdfium.FPDFLink_CountRects(found, index), LIMITS.linksPerPage)
  for (let line = 0; line < lines; line++) {
    if (
      !pdfium.FPDFLink_GetRect(found, index, line, address, address + 8, address + 16, address + 24)
    )
      continue
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 8, 16, 24].map((at) =>
      view().getFloat64(at, true),
    )
    areas.push(areaOf(boxAround([toDisplay(left, top), toDisplay(right, bottom)], 0)))
  }
  return areas.filter(isSound)
}
