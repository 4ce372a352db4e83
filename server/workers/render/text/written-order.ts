export interface Stretch {
  readonly text: string
  readonly isLeftward: boolean
}

const LEFTWARD =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const DIGIT = /\p{Nd}/u
const RIGHTWARD = /\p{L}/u
const MARK = /\p{M}/u
const WITHIN_NUMBERS = /[.,:/+\-\u00a0\u066b\u066c]/u
const BESIDE_NUMBERS = /[%$€£¥₪#°]/u

const MIRRORED: Readonly<Record<string, string>> = Object.fromEntries(
  ['()', '[]', '{}', '<>', '«»', '‹›', '≤≥', '「」', '『』', '（）'].flatMap(
    ([one = '', other = '']) => [
      [one, other],
      [other, one],
    ],
  ),
)

type DirectionKind = 'leftward' | 'rightward' | 'number' | 'neutral'

export const hasLeftward = (text: string): boolean => LEFTWARD.test(text)

export function runsLeftward(text: string): boolean {
  for (const letter of text) if (RIGHTWARD.test(letter)) return LEFTWARD.test(letter)
  return false
}

/** UAX #9 orders stretches left to right. @param leftward is the whole text's direction */
export function inWrittenOrder(line: string, leftward: boolean): Stretch[] {
  const letters = [...line]
  const levels = levelsOf(letters, leftward)
  const stretches: (Stretch & { readonly level: number })[] = []
  for (const [at, letter] of letters.entries()) {
    const level = levels[at] ?? 0
    const last = stretches.at(-1)
    if (last?.level === level) stretches.splice(-1, 1, { ...last, text: last.text + letter })
    else stretches.push({ text: letter, isLeftward: level === 1, level })
  }
  for (const level of [2, 1]) turnAround(stretches, level)
  return stretches.map(({ text, isLeftward }) => ({ text, isLeftward }))
}

export const mirrored = (text: string): string =>
  [...text].map((letter) => MIRRORED[letter] ?? letter).join('')

function levelsOf(letters: readonly string[], leftward: boolean): number[] {
  const kinds = kindsOf(letters)
  const outer: DirectionKind = leftward ? 'leftward' : 'rightward'
  let strong = outer
  const resolved = kinds.map((kind): DirectionKind => {
    if (kind === 'leftward' || kind === 'rightward') strong = kind
    return kind === 'number' && strong === 'rightward' ? 'rightward' : kind
  })
  const before = sidesOf(resolved, outer)
  const behind = sidesOf(resolved.toReversed(), outer).reverse()
  return resolved.map((kind, at) => {
    const side = before[at] === behind[at] ? before[at] : outer
    return levelOf(kind === 'neutral' && side ? side : kind, leftward)
  })
}

function sidesOf(kinds: readonly DirectionKind[], outer: DirectionKind): DirectionKind[] {
  let side = outer
  return kinds.map((kind) => {
    if (kind !== 'neutral') side = kind === 'number' ? 'leftward' : kind
    return side
  })
}

function levelOf(kind: DirectionKind, leftward: boolean): number {
  if (kind === 'leftward') return 1
  return kind === 'number' || leftward ? 2 : 0
}

function kindsOf(letters: readonly string[]): DirectionKind[] {
  const kinds: DirectionKind[] = []
  for (const [at, letter] of letters.entries()) {
    const [before = '', behind = ''] = [letters[at - 1], letters[at + 1]]
    const isInNumber = WITHIN_NUMBERS.test(letter) && DIGIT.test(before) && DIGIT.test(behind)
    const isBesideNumber = BESIDE_NUMBERS.test(letter) && (DIGIT.test(before) || DIGIT.test(behind))
    if (MARK.test(letter)) kinds.push(kinds.at(-1) ?? 'neutral')
    else if (DIGIT.test(letter) || isInNumber || isBesideNumber) kinds.push('number')
    else if (LEFTWARD.test(letter)) kinds.push('leftward')
    else kinds.push(RIGHTWARD.test(letter) ? 'rightward' : 'neutral')
  }
  return kinds
}

function turnAround(stretches: { readonly level: number }[], level: number): void {
  for (let from = 0; from < stretches.length; from += 1) {
    let to = from
    while (to < stretches.length && (stretches[to]?.level ?? 0) >= level) to += 1
    if (to - from > 1) stretches.splice(from, to - from, ...stretches.slice(from, to).reverse())
    from = Math.max(from, to)
  }
}
