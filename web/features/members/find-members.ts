import { getChoseong } from 'es-hangul'
import { foldName } from '../../../contract/core/name-key.ts'
import type { Member } from './members-query.ts'

const CONSONANTS = /^[ㄱ-ㅎ]+$/

/** The people whose name or e-mail contains what was typed; initial consonants alone (ㅎㄱㄷ) find names. */
export function findMembers(people: readonly Member[], typed: string): readonly Member[] {
  const sought = foldName(typed).trim()
  if (sought === '') return people
  const consonants = sought.replaceAll(/\s/g, '')
  const matches = CONSONANTS.test(consonants)
    ? ({ userName }: Member) => getChoseong(foldName(userName)).replaceAll(/\s/g, '').includes(consonants)
    : ({ userName, email }: Member) => foldName(userName).includes(sought) || foldName(email).includes(sought)
  return people.filter(matches)
}
