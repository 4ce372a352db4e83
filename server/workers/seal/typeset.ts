/** A text with what is known of each of its characters, so that it is measured once however often it is broken into lines. */
export interface Typeset {
  readonly characters: readonly string[]
  /** Where each character begins if nothing is broken, at size 1; one more than there are characters. */
  readonly starts: Float64Array
  /** What may happen before each character. */
  readonly joints: readonly Joint[]
}

type Joint = 'break' | 'keep' | 'hang'

/** A line: from this character on, up to before that one. */
type Line = readonly [from: number, to: number]

const CJK = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const OPENING = /[\p{Ps}\p{Pi}]/u
const PUNCTUATION = /\p{P}/u
const MARK = /\p{M}/u

/** @param widthOf how wide a character is at size 1. */
export function typeset(text: string, widthOf: (character: string) => number): Typeset {
  const characters = [...text]
  const starts = new Float64Array(characters.length + 1)
  for (const [index, character] of characters.entries())
    starts[index + 1] = (starts[index] ?? 0) + (character === '\n' ? 0 : widthOf(character))
  return { characters, starts, joints: characters.map((character, index) => jointOf(characters[index - 1] ?? '\n', character)) }
}

/** Breaks a text between words, or within words that are too long. @param width of a line, at size 1. */
export function brokenLines({ characters, starts, joints }: Typeset, width: number): Line[] {
  const lines: Line[] = []
  let [from, between] = [0, 0]
  for (const [at, joint] of joints.entries()) {
    if (characters[at] === '\n') {
      lines.push([from, at])
      from = at + 1
      between = from
      continue
    }
    if (joint === 'break') between = at
    while (joint !== 'hang' && at > from && (starts[at + 1] ?? 0) - (starts[from] ?? 0) > width) {
      from = lines[lines.push([from, between > from ? between : at]) - 1]?.[1] ?? at
      between = from
    }
  }
  lines.push([from, characters.length])
  return lines
}

function jointOf(before: string, after: string): Joint {
  // Spaces at the end of a line take no room, and a mark stays with its letter.
  if (after === ' ' || MARK.test(after)) return 'hang'
  if (before === ' ' || before === '-') return 'break'
  const isBroken = (CJK.test(before) || CJK.test(after)) && !OPENING.test(before)
  return isBroken && (!PUNCTUATION.test(after) || OPENING.test(after)) ? 'break' : 'keep'
}
