export const THREAD_TYPES = ['QUESTION', 'REQUEST'] as const
export type ThreadType = (typeof THREAD_TYPES)[number]

export const QUESTION_STATES = [
  'DRAFT',
  'SUBMITTED',
  'ASSIGNED',
  'ANSWERED',
  'APPROVED',
  'DELIVERED',
  'CLOSED',
  'RETURNED',
  'WITHDRAWN',
] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

export const REQUEST_STATES = [
  'OPEN',
  'PARTLY',
  'ANSWERED',
  'NOT_AVAILABLE',
  'CONFIRMED',
  'WITHDRAWN',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]

export type ThreadState = QuestionState | RequestState

export const THREAD_STATES = [...new Set<ThreadState>([...QUESTION_STATES, ...REQUEST_STATES])] as [
  ThreadState,
  ...ThreadState[],
]

/** The asking group sees this state while its question is being answered. */
export const IN_PROGRESS = 'IN_PROGRESS'
export type ShownState = ThreadState | typeof IN_PROGRESS

export const SHOWN_STATES = [...THREAD_STATES, IN_PROGRESS] as [ShownState, ...ShownState[]]

export const INNER_STATES: readonly ThreadState[] = [
  'SUBMITTED',
  'ASSIGNED',
  'ANSWERED',
  'APPROVED',
]

export const shownToGroup = (type: ThreadType, state: ThreadState): ShownState =>
  type === 'QUESTION' && INNER_STATES.includes(state) ? IN_PROGRESS : state

export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH'] as const
export type Priority = (typeof PRIORITIES)[number]

export const ENTRY_KINDS = ['QUESTION', 'ANSWER', 'NOTE'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** An assigned operator is both `coordinator` and `assignee`. */
export type ThreadPart = 'writer' | 'submitter' | 'coordinator' | 'approver' | 'assignee'

type Moves<S extends string> = Readonly<
  Record<S, Readonly<Partial<Record<S, readonly ThreadPart[]>>>>
>

const SIDE_OF_OPERATORS = ['coordinator', 'assignee'] as const

/** A move to the same state changes the assignee or the due date. */
const QUESTION_MOVES: Moves<QuestionState> = {
  DRAFT: { SUBMITTED: ['submitter'], WITHDRAWN: ['writer', 'submitter'] },
  SUBMITTED: {
    SUBMITTED: ['coordinator'],
    ASSIGNED: ['coordinator'],
    RETURNED: ['coordinator'],
    CLOSED: ['coordinator'],
    WITHDRAWN: ['submitter'],
  },
  ASSIGNED: {
    ASSIGNED: ['coordinator'],
    SUBMITTED: SIDE_OF_OPERATORS,
    ANSWERED: SIDE_OF_OPERATORS,
    RETURNED: ['coordinator'],
    CLOSED: ['coordinator'],
    WITHDRAWN: ['submitter'],
  },
  ANSWERED: { APPROVED: ['approver'], ASSIGNED: ['coordinator'] },
  APPROVED: { DELIVERED: ['coordinator'], ASSIGNED: ['coordinator'] },
  DELIVERED: { CLOSED: ['submitter', 'coordinator'], SUBMITTED: ['submitter'] },
  CLOSED: { SUBMITTED: ['submitter'] },
  RETURNED: { SUBMITTED: ['submitter'], WITHDRAWN: ['submitter'] },
  WITHDRAWN: {},
}

const REQUEST_MOVES: Moves<RequestState> = {
  OPEN: {
    OPEN: ['coordinator'],
    PARTLY: SIDE_OF_OPERATORS,
    ANSWERED: SIDE_OF_OPERATORS,
    NOT_AVAILABLE: SIDE_OF_OPERATORS,
    WITHDRAWN: ['submitter'],
  },
  PARTLY: {
    PARTLY: SIDE_OF_OPERATORS,
    ANSWERED: SIDE_OF_OPERATORS,
    NOT_AVAILABLE: SIDE_OF_OPERATORS,
  },
  ANSWERED: {
    ANSWERED: SIDE_OF_OPERATORS,
    PARTLY: SIDE_OF_OPERATORS,
    CONFIRMED: ['submitter'],
    OPEN: ['submitter'],
  },
  NOT_AVAILABLE: {
    PARTLY: SIDE_OF_OPERATORS,
    ANSWERED: SIDE_OF_OPERATORS,
    CONFIRMED: ['submitter'],
    OPEN: ['submitter'],
  },
  CONFIRMED: { OPEN: ['submitter'] },
  WITHDRAWN: {},
}

export function movesFrom(
  type: ThreadType,
  state: ThreadState,
): ReadonlyMap<ThreadState, readonly ThreadPart[]> {
  const moves: Readonly<Record<string, Readonly<Partial<Record<string, readonly ThreadPart[]>>>>> =
    type === 'QUESTION' ? QUESTION_MOVES : REQUEST_MOVES
  return new Map(
    Object.entries(moves[state] ?? {}).map(([to, parts]) => [to as ThreadState, parts ?? []]),
  )
}

export const mayMove = (
  type: ThreadType,
  from: ThreadState,
  to: ThreadState,
  own: ReadonlySet<ThreadPart>,
): boolean =>
  movesFrom(type, from)
    .get(to)
    ?.some((part) => own.has(part)) ?? false

/** The reason reaches the other side. */
export const needsReason = (from: ThreadState, to: ThreadState): boolean =>
  to === 'RETURNED' ||
  to === 'NOT_AVAILABLE' ||
  (to === 'ASSIGNED' && (from === 'ANSWERED' || from === 'APPROVED'))
