import type { OwnThreads, ThreadFilter } from '../threads-query.ts'

export type BuiltIn =
  | 'All'
  | 'Open'
  | 'Mine'
  | 'Unassigned'
  | 'Overdue'
  | 'Approve'
  | 'Unread'
  | 'Drafts'
  | 'Answered'

const OPEN_STATES = ['SUBMITTED', 'ASSIGNED', 'OPEN', 'PARTLY'] as const

export function filtersFor(memberId: number): Readonly<Record<BuiltIn, ThreadFilter>> {
  return {
    All: {},
    Open: { state: [...OPEN_STATES] },
    Mine: { assignee: memberId, state: [...OPEN_STATES] },
    Unassigned: { assignee: 0, state: [...OPEN_STATES] },
    Overdue: { overdue: true, sort: 'due' },
    Approve: { state: 'ANSWERED', type: 'QUESTION' },
    Unread: { unread: true },
    Drafts: { state: ['DRAFT', 'RETURNED'] },
    Answered: { state: ['DELIVERED', 'ANSWERED', 'PARTLY', 'NOT_AVAILABLE'] },
  }
}

const OF_OPERATORS: readonly BuiltIn[] = [
  'All',
  'Open',
  'Mine',
  'Unassigned',
  'Overdue',
  'Approve',
  'Unread',
]
const OF_EXPERTS: readonly BuiltIn[] = ['All', 'Open', 'Overdue', 'Unread']
const OF_GROUPS: readonly BuiltIn[] = ['All', 'Drafts', 'Answered', 'Unread']

const OWN_FIELDS = ['state', 'assignee', 'unread', 'overdue'] as const

const signatureOf = (filter: ThreadFilter): string =>
  JSON.stringify(OWN_FIELDS.map((name) => filter[name] ?? null))

export const builtInFor = (
  isArea: boolean,
  role: OwnThreads['role'] | undefined,
): readonly BuiltIn[] => {
  if (isArea) return OF_OPERATORS
  return role === 'expert' ? OF_EXPERTS : OF_GROUPS
}

export const isSameView = (one: ThreadFilter, other: ThreadFilter): boolean =>
  signatureOf(one) === signatureOf(other)
