import { cornerOf, isBeside, type LineBox, rounded, union } from './line-box.ts'
import type { PageArea, TextRuns } from './protocol.ts'

/** What PDFium puts for a hyphen that parts a word at the end of a line, and for nothing else. */
export const WORD_BREAK = '\u0002'

/** The characters of a page in reading order, with where they stand. Lasts as long as it is being read. */
export interface PageText {
  /** UTF-16. Lines end with a line break; a word that goes on in the next line has a WORD_BREAK there instead. */
  readonly text: string
  /** Whether the page has more. */
  readonly cut: boolean
  /** So many units stand on the page; what follows are its comments. */
  readonly printed: number
  /** Where the unit at an index of the text stands; undefined for what has no place, such as a line break. */
  box(index: number): LineBox | undefined
  /** The part of the page that the glyph at an index fills itself; undefined for what has no place. */
  glyph(index: number): PageArea | undefined
}

/** The text of what has none. */
export const NO_TEXT: PageText = { text: '', cut: false, printed: 0, box: () => undefined, glyph: () => undefined }

/** Noncharacters, halves of pairs and controls: what a broken map of a font makes of its glyphs. */
const MEANINGLESS = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

interface Run {
  readonly text: string
  readonly box: LineBox
  readonly isEnded: boolean
  readonly eol: boolean
}

/** The text of a page in runs that can be laid over its image: words, each with the space behind it. */
export function textRuns(page: PageText): TextRuns {
  const runs: Run[] = []
  let at = 0
  for (const character of page.text.slice(0, page.printed)) {
    addTo(runs, character, () => page.box(at))
    at += character.length
  }
  return { runs: runs.map(told), cut: page.cut }
}

function addTo(runs: Run[], character: string, boxOf: () => LineBox | undefined): void {
  const last = runs.at(-1)
  if (character === '\n' || character === '\r') {
    if (last) runs.splice(-1, 1, { ...last, isEnded: true, eol: true })
    return
  }
  if (/\s/u.test(character)) {
    if (last && !last.eol) runs.splice(-1, 1, { ...last, text: `${last.text} `, box: grown(last.box, boxOf()), isEnded: true })
    return
  }
  const box = boxOf()
  const text = character === WORD_BREAK ? '\u00ad' : character
  if (!box || MEANINGLESS.test(text)) return
  if (last && !last.isEnded && isBeside(last.box, box)) runs.splice(-1, 1, { ...last, text: last.text + text, box: union(last.box, box) })
  else runs.push({ text, box, isEnded: false, eol: false })
}

/** A space belongs to the word before it only where it stands beside it. */
const grown = (word: LineBox, space: LineBox | undefined): LineBox => (space && isBeside(word, space) ? union(word, space) : word)

function told({ text, box, eol }: Run): TextRuns['runs'][number] {
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
