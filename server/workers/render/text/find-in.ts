import type { Clock } from '../../../platform/clock/clock.ts'
import type { DocumentPages, FoldedPage } from '../folded-pages.ts'
import { lookAt } from '../look-at.ts'
import type { OpenDocument } from '../open-document.ts'
import type { FoundText, Hit, Search } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import { finderOf, foldedForm, hitsOn } from './find-text.ts'

const SLICE_MS = 40

export async function findIn(
  document: OpenDocument,
  pages: DocumentPages,
  search: Search,
  clock: Clock,
): Promise<FoundText> {
  const finder = finderOf(search.words)
  const last = Math.min(search.to, document.pageCount)
  const began = clock.now().getTime()
  const hits: Hit[] = []
  let cut = false
  for (let page = search.from; finder && page <= last; page++) {
    const found = await findOnPage(document, pages, page - 1, {
      finder,
      limit: search.limit - hits.length + 1,
      seenOnly: search.seenOnly,
    })
    hits.push(...found.rects.map((rects) => ({ page, rects })))
    cut ||= found.cut
    if (hits.length > search.limit)
      return { hits: hits.slice(0, search.limit), next: undefined, cut: true }
    if (page < last && clock.now().getTime() - began >= SLICE_MS)
      return { hits, next: page + 1, cut }
  }
  return { hits, next: undefined, cut }
}

interface FindOnPageInput extends Pick<Search, 'limit' | 'seenOnly'> {
  readonly finder: RegExp
}

interface FoundOnPage {
  readonly rects: readonly Hit['rects'][]
  readonly cut: boolean
}

async function findOnPage(
  document: OpenDocument,
  pages: DocumentPages,
  index: number,
  wanted: FindOnPageInput,
): Promise<FoundOnPage> {
  try {
    const { text, cut } = pages.get(index) ?? foldPage(document, pages, index)
    if (text.search(wanted.finder) < 0) return { rects: [], cut }
    const isSeen = wanted.seenOnly ? await lookAt(document, index) : undefined
    return {
      rects: document.text(index, (page) => hitsOn(page, wanted.finder, wanted.limit, isSeen)),
      cut,
    }
  } catch (error) {
    // Broken pages have no text.
    if (error instanceof RenderError && (error.code === 'BROKEN' || error.code === 'TOO_LARGE'))
      return { rects: [], cut: true }
    throw error
  }
}

function foldPage(document: OpenDocument, pages: DocumentPages, index: number): FoldedPage {
  const folded = document.text(index, ({ text, cut }) => ({ text: foldedForm(text), cut }))
  pages.set(index, folded)
  return folded
}
