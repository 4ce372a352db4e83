import type { Participant } from '../../../../contract/features/composed.ts'

/** So long after they have opened a document, somebody may still be filling it in. */
const FILLING_MS = 3_600_000

/** Those who have opened their document so lately that a new link may disturb them. @param now milliseconds since the epoch. */
export const lately = (participants: readonly Participant[], now: number): readonly Participant[] =>
  participants.filter(({ status, openedAt }) => status === 'OPENED' && openedAt !== null && now - Date.parse(openedAt) < FILLING_MS)
