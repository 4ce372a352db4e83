import { foldName } from '../../contract/core/name-key.ts'
import { initialsOf } from '../../contract/core/name-match.ts'

interface FindablePerson {
  readonly userName: string
  readonly email: string
}

const CONSONANTS = /^[ㄱ-ㅎ]+$/

/** Matches name or email; initials (ㅎㄱㄷ) match names. */
export function findPeople<P extends FindablePerson>(
  people: readonly P[],
  typed: string,
): readonly P[] {
  const searched = foldName(typed).trim()
  if (searched === '') return people
  const consonants = searched.replaceAll(/\s/g, '')
  const matches = CONSONANTS.test(consonants)
    ? ({ userName }: FindablePerson) =>
        initialsOf(foldName(userName))
          .replaceAll(/[^ㄱ-ㅎ]/g, '')
          .includes(initialsOf(consonants))
    : ({ userName, email }: FindablePerson) =>
        foldName(userName).includes(searched) || foldName(email).includes(searched)
  return people.filter(matches)
}
