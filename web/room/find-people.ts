import { foldName } from '../../contract/core/name-key.ts'
import { initialsOf } from '../../contract/core/name-match.ts'

interface Person {
  readonly userName: string
  readonly email: string
}

const CONSONANTS = /^[ㄱ-ㅎ]+$/

/** Matches name or email. Initial consonants alone (ㅎㄱㄷ) match names. */
export function findPeople<P extends Person>(people: readonly P[], typed: string): readonly P[] {
  const searched = foldName(typed).trim()
  if (searched === '') return people
  const consonants = searched.replaceAll(/\s/g, '')
  const matches = CONSONANTS.test(consonants)
    ? ({ userName }: Person) =>
        initialsOf(foldName(userName))
          .replaceAll(/[^ㄱ-ㅎ]/g, '')
          .includes(initialsOf(consonants))
    : ({ userName, email }: Person) => foldName(userName).includes(searched) || foldName(email).includes(searched)
  return people.filter(matches)
}
