import type {
  EntryKind,
  ThreadPart,
  ThreadState,
} from '../../../contract/features/threads/thread-states.ts'
import type { ThreadReader } from './thread-reader.ts'
import type { ThreadRecord } from './threads.read.ts'

type Facts = Pick<ThreadRecord, 'type' | 'state' | 'writer_id' | 'asker_id' | 'assignee_id'>

/** @param answeredBy the waiting answer's writer, who may approve it only if nobody else could */
export function partsOf(
  reader: ThreadReader,
  thread: Facts,
  answeredBy: number | undefined,
  operators: number,
): ReadonlySet<ThreadPart> {
  const { side, memberId, role, group, isView } = reader
  const parts = new Set<ThreadPart>()
  if (isView) return parts
  if (side === 'coordinator') {
    parts.add('coordinator')
    if (answeredBy !== memberId || operators === 1) parts.add('approver')
    if (thread.state === 'DRAFT' && thread.writer_id === memberId)
      parts.add('writer').add('submitter')
  }
  if (side !== 'group' && thread.assignee_id === memberId) parts.add('assignee')
  if (side !== 'group' || role === 'none' || !group) return parts
  if (thread.writer_id === memberId) parts.add('writer')
  if (role === 'submitter') parts.add('submitter')
  return parts
}

/** Texts of a question are fixed from submission until its return. */
export const mayEdit = (parts: ReadonlySet<ThreadPart>, { state }: Pick<Facts, 'state'>): boolean =>
  (state === 'DRAFT' || state === 'RETURNED') && (parts.has('writer') || parts.has('submitter'))

const ENDED: readonly ThreadState[] = ['DRAFT', 'WITHDRAWN']
/** Answered questions accept another answer only after a follow-up, requests always. */
const ANSWERED_FROM: Readonly<Record<'QUESTION' | 'REQUEST', readonly ThreadState[]>> = {
  QUESTION: ['SUBMITTED', 'ASSIGNED', 'ANSWERED'],
  REQUEST: ['OPEN', 'PARTLY', 'ANSWERED', 'NOT_AVAILABLE'],
}

export function mayWrite(
  parts: ReadonlySet<ThreadPart>,
  { type, state }: Facts,
  kind: EntryKind,
): boolean {
  if (ENDED.includes(state)) return false
  const isAnswering = parts.has('coordinator') || parts.has('assignee')
  if (kind === 'NOTE') return isAnswering
  if (kind === 'ANSWER') return isAnswering && ANSWERED_FROM[type].includes(state)
  return parts.has('submitter') && !isAnswering
}
