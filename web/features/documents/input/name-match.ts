import { convertQwertyToAlphabet, disassemble } from 'es-hangul'
import { foldName } from '../../../../contract/core/name-key.ts'
import { initialsOf } from '../../../../contract/core/name-match.ts'

/** People search after prefixes such as "02 ", "1.3 ", "(4) ". */
const INDEX = /^[\d\s.()-]+/

/** Matches letters, syllables or initials ("ㅈㅁ" finds "02 재무"). Windows reports Latin letters for Hangul keys. */
export function beginsWith(name: string, typed: string): boolean {
  const folded = foldName(name)
  const jamo = convertQwertyToAlphabet(typed)
  return [folded, folded.replace(INDEX, '')].some(
    (head) =>
      head.startsWith(foldName(typed)) ||
      disassemble(head).startsWith(jamo) ||
      initials(head).startsWith(jamo),
  )
}

const initials = (text: string): string => initialsOf(text).replaceAll(/[^ㄱ-ㅎ]/g, '')

/** Wraps around, or returns -1. A repeated letter moves on. */
export function findName(names: readonly string[], from: number, typed: string): number {
  const isOneLetter = new Set(typed).size === 1
  const found = search(names, typed.length === 1 ? from + 1 : from, typed)
  return found < 0 && isOneLetter && typed.length > 1
    ? search(names, from + 1, typed.charAt(0))
    : found
}

function search(names: readonly string[], start: number, typed: string): number {
  const order = names.map((_, step) => (start + step) % names.length)
  return order.find((index) => beginsWith(names[index] ?? '', typed)) ?? -1
}
