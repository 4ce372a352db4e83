import type { PageArea, TextRuns } from '../protocol.ts'
import { cornerOf, isBeside, type LineBox, rounded, union } from './line-box.ts'

/** PDFium returns this code for a hyphen at a line end. */
export const WORD_BREAK = '\u0002'

/** The text is in reading order, valid during the read. */
export interface PageText {
  /** WORD_BREAK replaces a word's line break. */
  readonly text: string
  readonly cut: boolean
  /** Comments follow the units of the page. */
  readonly printed: number
  box(index: number): LineBox | undefined
  glyph(index: number): PageArea | undefined
}

export const NO_TEXT: PageText = {
  text: '',
  cut: false,
  printed: 0,
  box: () => undefined,
  glyph: () => undefined,
}

/** Broken font maps yield these. */
const MEANINGLESS = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

interface PageTextRun {
  readonly text: string
  readonly box: LineBox
  readonly isEnded: boolean
  readonly eol: boolean
}

/** The words have a trailing space and overlay the image. */
export function textRuns(page: PageText): TextRuns {
  const runs: PageTextRun[] = []
  let at = 0
  for (const character of page.text.slice(0, page.printed)) {
    addTo(runs, character, () => page.box(at))
    at += character.length
  }
  return { runs: runs.map(reported), cut: page.cut }
}

function addTo(runs: PageTextRun[], character: string, boxOf: () => LineBox | undefined): void {
  const last = runs.at(-1)
  if (character === '\n' || character === '\r') {
    if (last) runs.splice(-1, 1, { ...last, isEnded: true, eol: true })
    return
  }
  if (/\s/u.test(character)) {
    if (last && !last.eol)
      runs.splice(-1, 1, {
        ...last,
        text: `${last.text} `,
        box: grown(last.box, boxOf()),
        isEnded: true,
      })
    return
  }
  const box = boxOf()
  const text = character === WORD_BREAK ? '\u00ad' : character
  if (!box || MEANINGLESS.test(text)) return
  if (last && !last.isEnded && isBeside(last.box, box))
    runs.splice(-1, 1, { ...last, text: last.text + text, box: union(last.box, box) })
  else runs.push({ text, box, isEnded: false, eol: false })
}

const grown = (word: LineBox, space: LineBox | undefined): LineBox =>
  space && isBeside(word, space) ? union(word, space) : word

function reported({ text, box, eol }: PageTextRun): TextRuns['runs'][number] {
  const [x, y] = cornerOf(box)
  const angle = rounded(box.angle)
  return {
    text,
    x: rounded(x),
    y: rounded(y),
    width: rounded(box.to - box.from),
    height: rounded(box.bottom - box.top),
    ...(angle === 0 ? {} : { angle }),
    ...(eol ? { eol } : {}),
  }
}
