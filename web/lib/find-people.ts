import { getChoseong } from 'es-hangul'
import { foldName } from '../../contract/core/name-key.ts'

interface Person {
  readonly userName: string
  readonly email: string
}

const CONSONANTS = /^[ㄱ-ㅎ]+$/

/** The people whose name or e-mail contains what was typed; initial consonants alone (ㅎㄱㄷ) find names. */
export function findPeople<P extends Person>(people: readonly P[], typed: string): readonly P[] {
  const sought = foldName(typed).trim()
  if (sought === '') return people
  const consonants = sought.replaceAll(/\s/g, '')
  const matches = CONSONANTS.test(consonants)
    ? ({ userName }: Person) => getChoseong(foldName(userName)).replaceAll(/\s/g, '').includes(consonants)
    : ({ userName, email }: Person) => foldName(userName).includes(sought) || foldName(email).includes(sought)
  return people.filter(matches)
}
