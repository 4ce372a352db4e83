export interface Typeset {
  readonly characters: readonly string[]
  readonly starts: Float64Array
  readonly joints: readonly Joint[]
}

type Joint = 'break' | 'keep' | 'hang'

type Line = readonly [from: number, to: number]

const CJK = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const OPENING = /[\p{Ps}\p{Pi}]/u
const PUNCTUATION = /\p{P}/u
const MARK = /\p{M}/u

export function typeset(text: string, widthOf: (character: string) => number): Typeset {
  const characters = [...text]
  const starts = new Float64Array(characters.length + 1)
  for (const [index, character] of characters.entries())
    starts[index + 1] = (starts[index] ?? 0) + (character === '\n' ? 0 : widthOf(character))
  return {
    characters,
    starts,
    joints: characters.map((character, index) => jointOf(characters[index - 1] ?? '\n', character)),
  }
}

/** @param width is measured at size 1 */
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
  // Combining marks stay with their letter.
  if (after === ' ' || MARK.test(after)) return 'hang'
  if (before === ' ' || before === '-') return 'break'
  const isBroken = (CJK.test(before) || CJK.test(after)) && !OPENING.test(before)
  return isBroken && (!PUNCTUATION.test(after) || OPENING.test(after)) ? 'break' : 'keep'
}
