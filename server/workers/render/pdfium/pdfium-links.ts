import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { LinkTarget, PageArea, PageLink } from '../protocol.ts'
import { areaOf, boxAround, isSound, type LinePoint, rounded } from '../text/line-box.ts'
import { webAddress } from '../text/web-address.ts'
import { displayOf, type ToDisplay } from './pdfium-display.ts'
import { type Runtime, type Scratch, withScratch } from './pdfium-runtime.ts'

/** FPDFAction_GetType has these values. */
const ACTION_GOTO = 1
const ACTION_URI = 3
/** The longest reported address fits. */
const URI_SIZE = 3 * LIMITS.linkLength
const QUAD_CORNERS = 4

export interface LinkedPage {
  readonly pdfium: WrappedPdfiumModule
  readonly runtime: Runtime
  readonly document: number
  readonly page: number
  readonly pageCount: number
  readonly toDisplay: ToDisplay
}

/** Ignores links that start programs, run scripts or open files. Returns one link over the limit at most. */
export function annotatedLinks(linked: LinkedPage): PageLink[] {
  return withScratch(linked.runtime, URI_SIZE, (scratch) => {
    const links: PageLink[] = []
    for (const link of linksOf(linked, scratch)) {
      const to = targetOf(linked, link, scratch)
      if (to) links.push(...areasOf(linked, link, scratch).map((rect) => ({ rect, to })))
      if (links.length > LIMITS.linksPerPage) break
    }
    return links
  })
}

function* linksOf({ pdfium, page }: LinkedPage, scratch: Scratch): Generator<number> {
  for (let position = 0; ; ) {
    scratch.view().setInt32(0, position, true)
    if (!pdfium.FPDFLink_Enumerate(page, scratch.address, scratch.address + 4)) return
    position = scratch.view().getInt32(0, true)
    yield scratch.view().getUint32(4, true)
  }
}

function targetOf(linked: LinkedPage, link: number, scratch: Scratch): LinkTarget | undefined {
  const { pdfium, document } = linked
  const action = pdfium.FPDFLink_GetAction(link)
  if (action === 0) return placeOf(linked, pdfium.FPDFLink_GetDest(document, link), scratch)
  const type = pdfium.FPDFAction_GetType(action)
  if (type === ACTION_GOTO)
    return placeOf(linked, pdfium.FPDFAction_GetDest(document, action), scratch)
  if (type !== ACTION_URI) return undefined
  const size = pdfium.FPDFAction_GetURIPath(document, action, scratch.address, URI_SIZE)
  if (size < 2 || size > URI_SIZE) return undefined
  const { buffer } = scratch.view()
  const uri = webAddress(
    new TextDecoder().decode(new Uint8Array(buffer, scratch.address, size - 1)),
  )
  return uri === undefined ? undefined : { uri }
}

function placeOf(
  { pdfium, runtime, document, pageCount }: LinkedPage,
  place: number,
  { address, view }: Scratch,
): LinkTarget | undefined {
  if (place === 0) return undefined
  const index = pdfium.FPDFDest_GetDestPageIndex(document, place)
  if (index < 0 || index >= pageCount) return undefined
  const page = index + 1
  // Scratch memory has flags for x, y and zoom, then values.
  const isLocated = pdfium.FPDFDest_GetLocationInPage(
    place,
    address,
    address + 4,
    address + 8,
    address + 12,
    address + 16,
    address + 20,
  )
  const found = view()
  if (!isLocated || found.getInt32(4, true) === 0) return { page }
  const x = found.getInt32(0, true) === 0 ? 0 : found.getFloat32(12, true)
  const [, top] = displayOf(pdfium, runtime, document, index)(x, found.getFloat32(16, true))
  return Number.isFinite(top) ? { page, top: Math.max(0, rounded(top)) } : { page }
}

function areasOf(
  { pdfium, toDisplay }: LinkedPage,
  link: number,
  { address, view }: Scratch,
): PageArea[] {
  const pointAt = (at: number): LinePoint => [
    view().getFloat32(at, true),
    view().getFloat32(at + 4, true),
  ]
  const area = (corners: readonly LinePoint[]): PageArea => {
    const displayed = corners.map(([x, y]) => toDisplay(x, y))
    return areaOf(boxAround(displayed, 0))
  }
  const areas: PageArea[] = []
  const quads = Math.min(pdfium.FPDFLink_CountQuadPoints(link), LIMITS.linksPerPage)
  for (let quad = 0; quad < quads && pdfium.FPDFLink_GetQuadPoints(link, quad, address); quad++) {
    areas.push(area(Array.from({ length: QUAD_CORNERS }, (_, corner) => pointAt(8 * corner))))
  }
  if (areas.length === 0 && pdfium.FPDFLink_GetAnnotRect(link, address))
    areas.push(area([pointAt(0), pointAt(8)]))
  return areas.filter(isSound)
}
