import type { Clock } from '../../../platform/clock/clock.ts'
import { lookAt } from '../look-at.ts'
import type { OpenDocument } from '../open-document.ts'
import type { PageArea, ReadPage, ReadPages } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import type { PageText } from './page-text.ts'

const SLICE_MS = 40

const SOMETHING = /\S/

export async function readPages(
  document: OpenDocument,
  { from, to }: { from: number; to: number },
  clock: Clock,
): Promise<ReadPages> {
  const last = Math.min(to, document.pageCount)
  const began = clock.now().getTime()
  const pages: ReadPage[] = []
  for (let page = from; page <= last; page++) {
    pages.push({ page, ...(await readPage(document, page - 1)) })
    if (page < last && clock.now().getTime() - began >= SLICE_MS) return { pages, next: page + 1 }
  }
  return { pages, next: undefined }
}

const NOTHING = { text: '', unseen: [] }

/** Broken pages have no text. */
async function readPage(document: OpenDocument, index: number): Promise<Omit<ReadPage, 'page'>> {
  const text = unlessUnfit(() => document.text(index, displayedText))
  if (text === undefined || !SOMETHING.test(text)) return NOTHING
  const isSeen = await lookAt(document, index).catch(unfit)
  return {
    text,
    unseen: isSeen
      ? document.text(index, (page) => unseenIn(text, page, isSeen))
      : [[0, text.length]],
  }
}

function unfit(error: unknown): undefined {
  if (error instanceof RenderError && (error.code === 'BROKEN' || error.code === 'TOO_LARGE'))
    return undefined
  throw error
}

function unlessUnfit<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    return unfit(error)
  }
}

/** Blanks lines off the page and keeps their length. */
function displayedText({ text, box }: PageText): string {
  return text.replace(/[^\r\n]+/g, (line, start: number) => {
    const isDisplayed = Array.from(line, (_, index) => start + index).some(
      (index) => SOMETHING.test(text[index] ?? '') && box(index),
    )
    return isDisplayed ? line : ' '.repeat(line.length)
  })
}

function unseenIn(
  text: string,
  { glyph }: PageText,
  isSeen: (glyph: PageArea) => boolean,
): [number, number][] {
  const unseen: [number, number][] = []
  for (let index = 0; index < text.length; index += 1) {
    if (!SOMETHING.test(text[index] ?? '')) continue
    const area = glyph(index)
    if (area === undefined || isSeen(area)) continue
    const last = unseen.at(-1)
    if (last?.[1] === index) last[1] += 1
    else unseen.push([index, index + 1])
  }
  return unseen
}
