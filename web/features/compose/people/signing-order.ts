import type { Participant } from '../../../../contract/features/composed.ts'

const acting = (participants: readonly Participant[]) => participants.filter(({ type }) => type !== 'CC')

/** Whether people act one after the other, and not all at once. */
export const isSequential = (participants: readonly Participant[]): boolean =>
  new Set(acting(participants).map(({ order }) => order)).size > 1

/** Whose turn somebody is, from 1; undefined where all act at once, or nothing is asked of the person: a number would say that somebody waits. */
export const turnOf = (participants: readonly Participant[], { type, order }: Participant): number | undefined =>
  type !== 'CC' && isSequential(participants) ? order : undefined

/** The number of somebody who is added: after all others where they act one after the other, else as theirs. @param index among those added. */
export function orderAfter(participants: readonly Participant[], index: number): number {
  if (!isSequential(participants)) return 1
  return Math.max(...participants.map(({ order }) => order)) + 1 + index
}

interface Moved {
  readonly person: Participant
  readonly order: number
}

/** Somebody exchanged with whoever acts before; those whose number changes. */
export function reordered(participants: readonly Participant[], id: number): readonly Moved[] {
  const line = [...acting(participants)].sort((a, b) => a.order - b.order)
  const at = line.findIndex((person) => person.id === id)
  const [before, person] = [line[at - 1], line[at]]
  if (!before || !person) return []
  line.splice(at - 1, 2, person, before)
  return line.flatMap((each, index) => (each.order === index + 1 ? [] : [{ person: each, order: index + 1 }]))
}
