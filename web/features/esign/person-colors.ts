import type { Participant } from '../../../contract/features/composed.ts'

/** Color alone is not accessible, so names accompany it. */
const PERSON_COLORS = 8

export function colorOf(participants: readonly Participant[], id: number | null): number {
  const at = participants.findIndex((participant) => participant.id === id)
  return at < 0 ? 0 : (at % PERSON_COLORS) + 1
}

export const fillers = (participants: readonly Participant[]): readonly Participant[] =>
  participants.filter(({ type }) => type === 'SIGNER')
