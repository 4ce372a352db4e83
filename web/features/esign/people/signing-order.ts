import type { Participant } from '../../../../contract/features/composed.ts'

const acting = (participants: readonly Participant[]) =>
  participants.filter(({ type }) => type !== 'CC')

export const isSequential = (participants: readonly Participant[]): boolean =>
  new Set(acting(participants).map(({ order }) => order)).size > 1

/** Counts from 1. Undefined means that the party does not wait. */
export const turnOf = (
  participants: readonly Participant[],
  { type, order }: Participant,
): number | undefined => (type !== 'CC' && isSequential(participants) ? order : undefined)

export function orderAfter(participants: readonly Participant[], index: number): number {
  if (!isSequential(participants)) return 1
  return Math.max(...participants.map(({ order }) => order)) + 1 + index
}

interface Moved {
  readonly person: Participant
  readonly order: number
}

export function reordered(participants: readonly Participant[], id: number): readonly Moved[] {
  const line = [...acting(participants)].sort((a, b) => a.order - b.order)
  const at = line.findIndex((person) => person.id === id)
  const [before, person] = [line[at - 1], line[at]]
  if (!before || !person) return []
  line.splice(at - 1, 2, person, before)
  return line.flatMap((each, index) =>
    each.order === index + 1 ? [] : [{ person: each, order: index + 1 }],
  )
}
