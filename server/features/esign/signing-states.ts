import type { ComposedStatus, ParticipantStatus } from '../../../contract/features/composed.ts'

/** From each state to those that may follow. The values are never read: they name for maintainers what makes the move. */
type Moves<State extends string> = Readonly<Record<State, Readonly<Partial<Record<State, string>>>>>

export const DOCUMENT_MOVES: Moves<ComposedStatus> = {
  DRAFT: { SENT: 'sendDraft' },
  SENT: {
    SEALING: 'takeTurns, after the last signature',
    DECLINED: 'declineSigning, of any person',
    EXPIRED: 'the hourly job compose.expire',
    CANCELLED: 'cancelDocument',
  },
  SEALING: { COMPLETED: 'the job compose.seal', FAILED: 'the job compose.seal' },
  FAILED: { SEALING: 'sealAgain' },
  COMPLETED: {},
  DECLINED: {},
  EXPIRED: {},
  CANCELLED: {},
}

export const PARTY_MOVES: Moves<ParticipantStatus> = {
  WAITING: {
    INVITED: 'linkPeople, at the turn',
    DONE: 'settleCopies: a CC when the document is sent',
  },
  INVITED: {
    OPENED: 'openCeremony',
    DONE: 'completeSigning',
    DECLINED: 'declineSigning',
    EXPIRED: 'the hourly job compose.expire',
  },
  OPENED: {
    DONE: 'completeSigning',
    DECLINED: 'declineSigning',
    EXPIRED: 'the hourly job compose.expire',
  },
  DONE: {},
  DECLINED: {},
  EXPIRED: {},
}

const statesBefore = <State extends string>(moves: Moves<State>, to: State): State[] =>
  (Object.keys(moves) as State[]).filter((from) => Object.hasOwn(moves[from], to))

export const documentStatesBefore = (to: ComposedStatus): ComposedStatus[] =>
  statesBefore(DOCUMENT_MOVES, to)
export const partyStatesBefore = (to: ParticipantStatus): ParticipantStatus[] =>
  statesBefore(PARTY_MOVES, to)

export const mayMove = (from: ComposedStatus, to: ComposedStatus): boolean =>
  Object.hasOwn(DOCUMENT_MOVES[from], to)

export const isPending = (status: ParticipantStatus): boolean =>
  Object.keys(PARTY_MOVES[status]).length > 0
