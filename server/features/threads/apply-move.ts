import {
  IN_PROGRESS,
  type ShownState,
  shownToGroup,
  type ThreadState,
} from '../../../contract/features/threads/thread-states.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { audienceOf, mailEach, operatorsOf } from './mails/notify.ts'
import type { ThreadMailKind } from './mails/threads.mails.ts'
import { type AnswererRow, findAnswerers } from './thread-people.read.ts'
import { isOuter, numberFor, type ThreadReader } from './thread-reader.ts'
import { encryptReason } from './thread-texts.ts'
import type { ThreadParts } from './threads.parts.ts'
import type { ThreadRecord } from './threads.read.ts'
import { deliverAnswer, insertMoves, putReads, updateThread } from './threads.store.ts'

export interface Move {
  readonly to: ThreadState
  /** Undefined keeps it, null removes it. */
  readonly assignee?: { readonly id: number; readonly name: string } | null | undefined
  readonly due?: string | null | undefined
  readonly reason?: string | undefined
  readonly into?: string | undefined
  /** The causing entry is logged instead. The group sees the change only with the entry. */
  readonly by?: { readonly isShown: boolean }
}

export interface Moved {
  readonly state: ShownState
  readonly rev: number
}

export const stateFor = (
  reader: ThreadReader,
  { type, state }: Pick<ThreadRecord, 'type' | 'state'>,
): ShownState => (isOuter(reader) ? shownToGroup(type, state) : state)

export const revFor = (
  reader: ThreadReader,
  { rev, outer_rev }: Pick<ThreadRecord, 'rev' | 'outer_rev'>,
): number => (isOuter(reader) ? outer_rev : rev)

interface Touching {
  readonly actor: Pick<Actor, 'roomId' | 'memberId'>
  readonly reader: ThreadReader
  readonly thread: ThreadRecord
}

interface Moving extends Touching {
  readonly actor: Actor
}

/** The thread is locked. State, history, log, mails and hint commit together. */
export async function applyMove(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, thread }: Moving,
  move: Move,
): Promise<Moved> {
  const { roomId, memberId } = actor
  const at = parts.clock.now()
  const after = followedBy(thread, move, reader, at)
  await updateThread(tx, thread.id, after.change)
  if (after.isDelivered) await deliverAnswer(tx, thread.id, at)
  const reason = move.reason
    ? await encryptReason(parts, tx, roomId, { id: thread.id, rev: after.rev }, move.reason)
    : null
  await insertMoves(tx, [
    {
      ...{
        thread_id: thread.id,
        rev: after.rev,
        room_id: roomId,
        member_id: memberId,
        from_state: thread.state,
        to_state: move.to,
      },
      ...{
        assignee_id: move.assignee?.id ?? null,
        reason_sealed: reason,
        is_outer: after.isOuter,
        by_group: isOuter(reader),
        at,
      },
    },
  ])
  const now = { ...thread, state: move.to, rev: after.rev, outer_rev: after.outerRev }
  await putReads(tx, [
    { thread_id: thread.id, member_id: memberId, room_id: roomId, seen: revFor(reader, now) },
  ])
  if (!move.by)
    await parts.activity.record(tx, actor, 'thread.moved', {
      ...{
        threadId: thread.id,
        number: numberFor(reader, thread),
        from: thread.state,
        to: move.to,
      },
      ...(move.assignee ? { assignee: move.assignee.name } : {}),
      ...(move.due === undefined ? {} : { due: move.due }),
    })
  await announce(
    tx,
    parts,
    { ...thread, assignee_id: after.assigneeId },
    { isOuter: after.isSeen, assigneeBefore: thread.assignee_id },
  )
  await mailMove(
    tx,
    parts,
    { actor, thread: { ...thread, assignee_id: after.assigneeId } },
    { before: thread, to: move.to, at },
  )
  return { state: stateFor(reader, now), rev: revFor(reader, now) }
}

function followedBy(
  thread: ThreadRecord,
  { to, assignee, due, into, by }: Move,
  reader: ThreadReader,
  at: Date,
) {
  const isRequest = thread.type === 'REQUEST'
  const shown = [shownToGroup(thread.type, thread.state), shownToGroup(thread.type, to)]
  const isMoved = shown[0] !== shown[1] || isOuterAct(reader, shown)
  const isOuterMove = isMoved || (isRequest && due !== undefined && due !== thread.due)
  const isSeen = isOuterMove || by?.isShown === true
  const [rev, outerRev] = [thread.rev + 1, thread.outer_rev + (isSeen ? 1 : 0)]
  const assigneeId = assignee === undefined ? thread.assignee_id : (assignee?.id ?? null)
  const isDelivered = to === 'DELIVERED' && thread.state !== 'DELIVERED'
  const isAnswered = isDelivered || (isRequest && (to === 'ANSWERED' || to === 'NOT_AVAILABLE'))
  const change = {
    ...{ state: to, rev, outer_rev: outerRev, updated_at: at, assignee_id: assigneeId },
    ...(isSeen ? { outer_updated_at: at } : {}),
    ...(due === undefined ? {} : { due, due_reminded: null }),
    ...(assigneeId !== null && thread.assigned_at === null ? { assigned_at: at } : {}),
    ...((to === 'SUBMITTED' || to === 'OPEN') && thread.submitted_at === null
      ? { submitted_at: at }
      : {}),
    ...(isAnswered ? { delivered_at: at } : {}),
    ...(into === undefined ? {} : { merged_into: into }),
  }
  return { change, rev, outerRev, assigneeId, isOuter: isOuterMove, isSeen, isDelivered }
}

const isOuterAct = (reader: ThreadReader, [from, to]: readonly ShownState[]): boolean =>
  isOuter(reader) && !(from === IN_PROGRESS && to === IN_PROGRESS)

interface Announced {
  readonly isOuter: boolean
  readonly assigneeBefore: number | null
}

export async function announce(
  tx: Tx,
  parts: Pick<ThreadParts, 'bus' | 'clock'>,
  thread: Pick<ThreadRecord, 'room_id' | 'group_id' | 'asker_id' | 'hidden' | 'assignee_id'>,
  { isOuter, assigneeBefore }: Announced,
): Promise<void> {
  const audience = isOuter ? await audienceOf(tx, thread, parts.clock.now()) : []
  const people = [
    ...audience.map(({ id }) => id),
    ...[assigneeBefore, thread.assignee_id].filter((id) => id !== null),
  ]
  const isSmall = people.length <= PEOPLE_MAX
  await parts.bus.publish(tx, {
    ...{ room: thread.room_id, kind: 'threads' as const },
    people: isSmall ? [...new Set(people)] : people.slice(audience.length),
    ...(isSmall ? {} : { group: thread.group_id }),
  })
}

/** Larger groups share their threads. */
const PEOPLE_MAX = 200

interface Mailing {
  readonly before: Pick<ThreadRecord, 'state' | 'assignee_id'>
  readonly to: ThreadState
  readonly at: Date
}

function waitingAfter(
  { before, to }: Mailing,
  { type, assignee_id }: ThreadRecord,
): ThreadMailKind | undefined {
  const from = before.state
  const isReassigned = assignee_id !== null && assignee_id !== before.assignee_id
  if (to === 'SUBMITTED' || to === 'OPEN') {
    if (from === 'DRAFT' || from === 'RETURNED') return 'submitted'
    return from === to || from === 'ASSIGNED'
      ? isReassigned
        ? 'assigned'
        : undefined
      : 'followedUp'
  }
  if (to === 'ASSIGNED' && (from === 'ANSWERED' || from === 'APPROVED')) return 'sentBack'
  if (to === from) return isReassigned ? 'assigned' : undefined
  if (to === 'ASSIGNED') return 'assigned'
  if (to === 'ANSWERED' && type === 'QUESTION') return 'toApprove'
  if (to === 'RETURNED') return 'returned'
  return to === 'DELIVERED' || to === 'ANSWERED' || to === 'PARTLY' || to === 'NOT_AVAILABLE'
    ? 'answered'
    : undefined
}

async function mailMove(
  tx: Tx,
  parts: ThreadParts,
  { actor, thread }: Pick<Touching, 'actor' | 'thread'>,
  move: Mailing,
): Promise<void> {
  const waiting = waitingAfter(move, thread)
  if (waiting !== undefined) await mailWaiting(tx, parts, { actor, thread }, waiting)
}

async function mailWaiting(
  tx: Tx,
  parts: ThreadParts,
  { actor, thread }: Pick<Touching, 'actor' | 'thread'>,
  waiting: ThreadMailKind,
): Promise<void> {
  const people = await recipientsOf(tx, waiting, thread, parts.clock.now())
  await mailEach(tx, parts, { roomId: actor.roomId, waiting, people, actorId: actor.memberId })
}

async function recipientsOf(
  tx: Tx,
  waiting: ThreadMailKind,
  thread: ThreadRecord,
  at: Date,
): Promise<AnswererRow[]> {
  if (waiting === 'answered' || waiting === 'returned') return audienceOf(tx, thread, at)
  if (waiting === 'submitted' || waiting === 'toApprove') return operatorsOf(tx, thread.room_id, at)
  const assignee = (await findAnswerers(tx, thread.room_id, at)).filter(
    ({ id }) => id === thread.assignee_id,
  )
  return assignee.length > 0 || waiting !== 'followedUp'
    ? assignee
    : operatorsOf(tx, thread.room_id, at)
}

interface Touch {
  readonly isShown: boolean
  readonly waiting?: ThreadMailKind | undefined
}

export async function touchThread(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, thread }: Touching,
  { isShown, waiting }: Touch,
): Promise<Moved> {
  const at = parts.clock.now()
  const now = { ...thread, rev: thread.rev + 1, outer_rev: thread.outer_rev + (isShown ? 1 : 0) }
  const revs = {
    rev: now.rev,
    outer_rev: now.outer_rev,
    updated_at: at,
    ...(isShown ? { outer_updated_at: at } : {}),
  }
  await updateThread(tx, thread.id, revs)
  await putReads(tx, [
    {
      thread_id: thread.id,
      member_id: actor.memberId,
      room_id: actor.roomId,
      seen: revFor(reader, now),
    },
  ])
  await announce(tx, parts, thread, { isOuter: isShown, assigneeBefore: thread.assignee_id })
  if (waiting !== undefined) await mailWaiting(tx, parts, { actor, thread }, waiting)
  return { state: stateFor(reader, now), rev: revFor(reader, now) }
}
