import type { Clock } from '../../platform/clock/clock.ts'
import { finderOf, foldedForm, hitsOn } from './find-text.ts'
import type { DocumentPages } from './folded-pages.ts'
import type { OpenDocument } from './open-document.ts'
import type { Found, Hit, Search } from './protocol.ts'
import { RenderError } from './render-error.ts'

/** After so long a search gives way to whatever waits. */
const SLICE_MS = 40

/** Searches page by page, one at least, until its time is up, it has all hits that were asked for, or the last page was searched. */
export function findIn(document: OpenDocument, pages: DocumentPages, search: Search, clock: Clock): Found {
  const finder = finderOf(search.words)
  const last = Math.min(search.to, document.pageCount)
  const began = clock.now().getTime()
  const hits: Hit[] = []
  let cut = false
  for (let page = search.from; finder && page <= last; page++) {
    const found = findOnPage(document, pages, page - 1, { finder, limit: search.limit - hits.length + 1 })
    hits.push(...found.rects.map((rects) => ({ page, rects })))
    cut ||= found.cut
    if (hits.length > search.limit) return { hits: hits.slice(0, search.limit), next: undefined, cut: true }
    if (page < last && clock.now().getTime() - began >= SLICE_MS) return { hits, next: page + 1, cut }
  }
  return { hits, next: undefined, cut }
}

interface Wanted {
  readonly finder: RegExp
  readonly limit: number
}

function findOnPage(
  document: OpenDocument,
  pages: DocumentPages,
  index: number,
  { finder, limit }: Wanted,
): { rects: Hit['rects'][]; cut: boolean } {
  const known = pages.get(index)
  if (known && known.text.search(finder) < 0) return { rects: [], cut: known.cut }
  try {
    return document.text(index, (page) => {
      const text = known?.text ?? foldedForm(page.text)
      if (!known) pages.set(index, { text, cut: page.cut })
      return { rects: text.search(finder) < 0 ? [] : hitsOn(page, finder, limit), cut: page.cut }
    })
  } catch (error) {
    // A page that is broken has no text; the others have theirs.
    if (error instanceof RenderError && error.code === 'BROKEN') return { rects: [], cut: true }
    throw error
  }
}
