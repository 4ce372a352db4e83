import type { Participant } from '../../../contract/features/composed.ts'

/** Of ink and fill of somebody's boxes; names stand beside them, since colour alone says nothing. */
const PERSON_COLORS = 8

/** The number of somebody's colour, from 1; 0 for nobody. */
export function colorOf(participants: readonly Participant[], id: number | null): number {
  const at = participants.findIndex((participant) => participant.id === id)
  return at < 0 ? 0 : (at % PERSON_COLORS) + 1
}

/** Who can be given a box. */
export const fillers = (participants: readonly Participant[]): readonly Participant[] =>
  participants.filter(({ type }) => type === 'SIGNER')
