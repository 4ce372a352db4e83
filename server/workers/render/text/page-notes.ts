import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Appearances } from '../pdfium/appearances.ts'
import { KINDS } from '../pdfium/pdfium-annotation.ts'
import type { DisplayedPage } from '../pdfium/pdfium-text.ts'
import type { PageArea } from '../protocol.ts'
import { areaOf, boxAround, type LineBox } from './line-box.ts'
import type { PageText } from './page-text.ts'

export interface PageNote {
  readonly words: string
  readonly box: LineBox
}

/** Their contents are on the page or no comment. */
const NO_NOTES: ReadonlySet<number> = new Set([
  KINDS.freeText,
  KINDS.link,
  KINDS.popup,
  KINDS.widget,
  0,
])
/** Icons show no text. */
const NOWHERE: PageArea = { x: -10, y: -10, width: 1, height: 1 }

export function notesOf(
  appearances: Appearances,
  index: number,
  { size, toDisplay }: Omit<DisplayedPage, 'handle'>,
): PageNote[] {
  const notes: PageNote[] = []
  appearances.each(index, (annotation) => {
    if (!annotation.isShown || NO_NOTES.has(annotation.kind) || annotation.has('OC')) return
    const words = annotation.words('Contents').trim()
    const { left, bottom, right, top } = annotation.rect
    const box = boxAround([toDisplay(left, bottom), toDisplay(right, top)], 0)
    const { x, y, width, height } = areaOf(box)
    const isOnPage = x < size.width && y < size.height && x + width > 0 && y + height > 0
    if (words !== '' && isOnPage) notes.push({ words, box })
  })
  return notes
}

/** Only readers with text access find comments. */
export function withNotes(page: PageText, notes: readonly PageNote[]): PageText {
  let { text } = page
  const boxes: { readonly from: number; readonly box: LineBox }[] = []
  for (const { words, box } of notes) {
    // Programs copy marked text into comments.
    if (page.text.includes(words)) continue
    boxes.push({ from: text.length, box })
    text += `\n${words.replaceAll(/[\r\n]+/g, ' ')}`
  }
  const noteAt = (index: number): LineBox | undefined =>
    boxes.findLast(({ from }) => from < index)?.box
  const cut = text.length > LIMITS.pageCharacters
  return {
    text: text.slice(0, LIMITS.pageCharacters),
    cut: page.cut || cut,
    printed: page.text.length,
    box: (index) => (index < page.text.length ? page.box(index) : noteAt(index)),
    glyph: (index) => (index < page.text.length ? page.glyph(index) : NOWHERE),
  }
}
