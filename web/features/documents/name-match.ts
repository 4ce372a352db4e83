import { convertQwertyToAlphabet, disassemble, getChoseong } from 'es-hangul'
import { foldName } from '../../../contract/core/name-key.ts'

/** "02 ", "1.3 ", "(4) ": people look for what the number stands before. */
const INDEX = /^[\d\s.()-]+/

/**
 * Whether a name begins with what was typed: letters, syllables taken apart, or the initial consonants alone ("ㅈㅁ" finds "02 재무").
 * Windows hands out Latin letters for Hangul keys where nothing is edited, so these are also read as the Hangul on the same keys.
 */
export function beginsWith(name: string, typed: string): boolean {
  const folded = foldName(name)
  const jamo = convertQwertyToAlphabet(typed)
  return [folded, folded.replace(INDEX, '')].some(
    (head) => head.startsWith(foldName(typed)) || disassemble(head).startsWith(jamo) || initials(head).startsWith(jamo),
  )
}

const initials = (text: string): string => getChoseong(text).replaceAll(' ', '')

/** The next name after `from` that begins with what was typed, going round; -1 when none does. The same letter again goes on to the next one. */
export function findName(names: readonly string[], from: number, typed: string): number {
  const isOneLetter = new Set(typed).size === 1
  const found = search(names, typed.length === 1 ? from + 1 : from, typed)
  return found < 0 && isOneLetter && typed.length > 1 ? search(names, from + 1, typed.charAt(0)) : found
}

function search(names: readonly string[], start: number, typed: string): number {
  const order = names.map((_, step) => (start + step) % names.length)
  return order.find((index) => beginsWith(names[index] ?? '', typed)) ?? -1
}
