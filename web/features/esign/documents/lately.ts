import type { Participant } from '../../../../contract/features/composed.ts'

/** A party may still be filling in the document for this long after opening it. */
const FILLING_MS = 3_600_000

/** Returns the parties whom a new link might interrupt. */
export const lately = (participants: readonly Participant[], now: number): readonly Participant[] =>
  participants.filter(({ status, openedAt }) => status === 'OPENED' && openedAt !== null && now - Date.parse(openedAt) < FILLING_MS)
