import type { PageText } from '../lease.ts'
import { cleanLines } from './selected-text.ts'

/** So many pages are copied at once at most: each is asked for, and clipboards are no place for books. */
export const COPIED_PAGES_MAX = 100
const PARALLEL = 4

/** The text of the first pages of a document. */
export interface DocumentText {
  readonly text: string
  /** So many of its pages are in it. */
  readonly pages: number
}

/** The lines of a page as they are read. */
const linesOf = ({ runs }: PageText): string => cleanLines(runs.map(({ text, eol }) => (eol ? `${text}\n` : text)).join(''))

/** Fetches the text of a document, as far as it is copied at once; pages without words leave no gap. */
export async function documentText(pageCount: number, ask: (page: number) => Promise<PageText>): Promise<DocumentText> {
  const pages = Math.min(pageCount, COPIED_PAGES_MAX)
  const texts: string[] = []
  let next = 1
  const work = async () => {
    for (let page = next++; page <= pages; page = next++) texts[page] = linesOf(await ask(page))
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return { text: texts.filter((text) => text !== '').join('\n\n'), pages }
}
