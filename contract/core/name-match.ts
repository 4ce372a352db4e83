import { foldName } from './name-key.ts'

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const FIRST_SYLLABLE = 0xac00
const SYLLABLES_EACH = 588

/** Korean keyboards merge consonants into these clusters. */
const CLUSTERS: Readonly<Record<string, string>> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
}

export const hasInitials = (folded: string): boolean =>
  [...folded].some((letter) => INITIALS.includes(letter) || letter in CLUSTERS)

/** The database function `initials` returns the same. */
export const initialsOf = (folded: string): string =>
  [...folded]
    .map((letter) =>
      /[가-힣]/.test(letter) ? INITIALS.charAt(initialOf(letter)) : (CLUSTERS[letter] ?? letter),
    )
    .join('')

const initialOf = (syllable: string): number =>
  Math.floor(((syllable.codePointAt(0) ?? 0) - FIRST_SYLLABLE) / SYLLABLES_EACH)

/** The pattern works in JavaScript (flag `u`) and PostgreSQL on folded text. */
export const namePattern = (folded: string): string => [...folded].map(patternOf).join('')

function patternOf(letter: string): string {
  const both = CLUSTERS[letter]
  if (both) return `(?:${letter}|${namePattern(both)})`
  const initial = INITIALS.indexOf(letter)
  if (initial < 0) return letter.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&')
  const first = FIRST_SYLLABLE + initial * SYLLABLES_EACH
  return `[${letter}${String.fromCodePoint(first)}-${String.fromCodePoint(first + SYLLABLES_EACH - 1)}]`
}

/** Returns ranges in UTF-16 units of the NFC form, ends exclusive. */
export function rangesIn(name: string, keyword: string): [number, number][] {
  const folded = foldName(keyword.trim())
  if (folded === '') return []
  // Folding may change lengths.
  const letters = [...name.normalize('NFC')]
  const places: number[] = []
  let text = ''
  let at = 0
  for (const letter of letters) {
    const form = foldName(letter)
    text += form
    for (let unit = 0; unit < form.length; unit += 1) places.push(at)
    at += letter.length
  }
  places.push(at)
  return [...text.matchAll(new RegExp(namePattern(folded), 'gu'))].map(({ 0: found, index }) => [
    places[index] ?? 0,
    places[index + found.length] ?? at,
  ])
}
