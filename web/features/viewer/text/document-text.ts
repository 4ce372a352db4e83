import type { PageText } from '../opening/lease.ts'
import { cleanLines } from './selected-text.ts'

/** Each page takes a request; clipboards hold little. */
export const COPIED_PAGES_MAX = 100
const PARALLEL = 4

export interface DocumentText {
  readonly text: string
  readonly pages: number
}

const linesOf = ({ runs }: PageText): string =>
  cleanLines(runs.map(({ text, eol }) => (eol ? `${text}\n` : text)).join(''))

export async function documentText(
  pageCount: number,
  ask: (page: number) => Promise<PageText>,
): Promise<DocumentText> {
  const pages = Math.min(pageCount, COPIED_PAGES_MAX)
  const texts: string[] = []
  let next = 1
  const work = async () => {
    for (let page = next++; page <= pages; page = next++) texts[page] = linesOf(await ask(page))
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return { text: texts.filter((text) => text !== '').join('\n\n'), pages }
}
