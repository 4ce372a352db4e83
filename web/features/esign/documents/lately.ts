import type { Participant } from '../../../../contract/features/composed.ts'

/** A participant may be filling in for this long after opening. */
const FILLING_MS = 3_600_000

/** A new link may interrupt these participants. */
export const lately = (participants: readonly Participant[], now: number): readonly Participant[] =>
  participants.filter(({ status, openedAt }) => status === 'OPENED' && openedAt !== null && now - Date.parse(openedAt) < FILLING_MS)
