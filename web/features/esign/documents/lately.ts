import type { Participant } from '../../../../contract/features/composed.ts'

const FILLING_MS = 3_600_000

export const lately = (participants: readonly Participant[], now: number): readonly Participant[] =>
  participants.filter(
    ({ status, openedAt }) =>
      status === 'OPENED' && openedAt !== null && now - Date.parse(openedAt) < FILLING_MS,
  )
