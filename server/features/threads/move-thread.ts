import type { z } from 'zod'
import { ROLE } from '../../../contract/core/limits.ts'
import {
  mayMove,
  needsReason,
  PRIORITIES,
  type ThreadState,
} from '../../../contract/features/threads/thread-states.ts'
import type * as contract from '../../../contract/features/threads/threads.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { machine } from '../audit/index.ts'
import { dropBlobs, type OrderedBy } from '../documents/index.ts'
import { needsApproval, putEntry, writeEntry } from './add-entry.ts'
import { applyMove, type Moved, touchThread } from './apply-move.ts'
import { findAnswerLinks } from './entries.read.ts'
import { findBlobsOf } from './files/thread-files.read.ts'
import {
  type HeldThread,
  holdFor,
  holdThread,
  refusalOfMove,
  refuseFrozen,
  refuseLate,
  spendQuestions,
} from './held-threads.ts'
import { seenByGroup } from './thread-links.ts'
import { mayWrite } from './thread-parts.rules.ts'
import { findAnswerers } from './thread-people.read.ts'
import { numberFor, orderingReader } from './thread-reader.ts'
import { openEntry } from './thread-texts.ts'
import type { ThreadParts } from './threads.parts.ts'
import { findTopic } from './threads.read.ts'
import { deleteThread, findFirstEntry, findPendingAnswer, updateThread } from './threads.store.ts'

type MakeMoveInput = Omit<z.output<(typeof contract.moveThread)['body']>, 'rev'>

/** @throws Refusal NOT_FOUND, THREAD_CHANGED, and those of `move`. */
export function moveThread(
  parts: ThreadParts,
  asked: Actor,
  threadId: string,
  { rev, ...move }: z.output<(typeof contract.moveThread)['body']>,
): Promise<Moved> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.answer')
    return makeMove(tx, parts, await holdThread(tx, parts, actor, threadId, rev), move)
  })
}

/**
 * @throws Refusal THREAD_MOVED, THREAD_ROLE, SECOND_PERSON, REASON_MISSING, ASSIGNEE_INVALID, ANSWER_MISSING, CONTENT_MISSING,
 * QUESTION_LIMIT, QUESTIONS_ENDED, ROOM_FROZEN
 */
async function makeMove(
  tx: Tx,
  parts: ThreadParts,
  held: HeldThread,
  { to, assignee, due, reason = '' }: MakeMoveInput,
): Promise<Moved> {
  const { actor, reader, thread, own } = held
  if (!mayMove(thread.type, thread.state, to, own)) throw new Refusal(refusalOfMove(held, to))
  if (needsReason(thread.state, to) && reason === '') throw new Refusal('REASON_MISSING')
  const isOfGroup = reader.side === 'group' || (own.has('writer') && thread.state === 'DRAFT')
  if (isOfGroup && (to === 'SUBMITTED' || to === 'OPEN')) await beforeAsking(tx, parts, held)
  if (thread.state === 'DRAFT' && to === 'WITHDRAWN') return discard(tx, parts, held)
  if (isOfGroup && (assignee !== undefined || due !== undefined)) throw new Refusal('BAD_REQUEST')
  const named = thread.state === 'ASSIGNED' && to === 'SUBMITTED' ? (assignee ?? null) : assignee
  const given = { due, reason, ...(await assigneeOf(tx, parts, actor, named)) }
  if (
    to === 'ASSIGNED' &&
    !(given.assignee ?? (assignee === undefined && thread.assignee_id !== null))
  )
    throw new Refusal('ASSIGNEE_INVALID')
  if (to !== 'ANSWERED' || thread.type === 'REQUEST')
    return applyMove(tx, parts, held, { to, ...given })
  if (!(await findPendingAnswer(tx, thread.id))) throw new Refusal('ANSWER_MISSING')
  const isApproved = await needsApproval(tx, reader.settings.approval, thread)
  return applyMove(tx, parts, held, { to: isApproved ? 'ANSWERED' : 'DELIVERED', ...given })
}

async function beforeAsking(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, thread }: HeldThread,
): Promise<void> {
  refuseFrozen(actor)
  const { text } = await openEntry(parts, tx, actor.roomId, await findFirstEntry(tx, thread.id))
  if (text === '') throw new Refusal('CONTENT_MISSING')
  if (reader.side !== 'group') return
  if (thread.state === 'DRAFT') {
    await spendQuestions(tx, parts, { reader, zone: actor.zone }, thread, [thread])
    await updateThread(tx, thread.id, { counts: true })
  } else if (thread.state !== 'RETURNED')
    await refuseLate(tx, parts, { reader, zone: actor.zone }, thread.group_id)
}

/** Nobody else has seen a draft. */
async function discard(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, thread }: HeldThread,
): Promise<Moved> {
  await dropBlobs(tx, await findBlobsOf(tx, thread.id))
  await deleteThread(tx, thread.id)
  await parts.activity.record(tx, actor, 'thread.moved', {
    ...{
      threadId: thread.id,
      number: numberFor(reader, thread),
      from: thread.state,
      to: 'WITHDRAWN',
    },
  })
  await parts.bus.publish(tx, {
    room: actor.roomId,
    kind: 'threads',
    people: [actor.memberId, thread.writer_id],
  })
  return { state: 'WITHDRAWN', rev: thread.rev + 1 }
}

/** @throws Refusal ASSIGNEE_INVALID without the right to answer */
async function assigneeOf(
  tx: Tx,
  { clock }: Pick<ThreadParts, 'clock'>,
  { roomId }: Actor,
  assignee: number | null | undefined,
) {
  if (assignee === undefined) return {}
  if (assignee === null) return { assignee: null }
  const found = (await findAnswerers(tx, roomId, clock.now())).find(({ id }) => id === assignee)
  if (!found) throw new Refusal('ASSIGNEE_INVALID')
  return { assignee: { id: found.id, name: found.name } }
}

type Fulfilled = z.output<(typeof contract.fulfil)['body']>

/** @throws Refusal NOT_FOUND, THREAD_MOVED, REASON_MISSING, ANSWER_MISSING, THREAD_CHANGED. */
export function fulfil(
  parts: ThreadParts,
  asked: Actor,
  { id, itemIds, state, text = '', rev }: Fulfilled,
): Promise<Moved> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.answer')
    const held = await holdThread(tx, parts, actor, id, rev)
    const { thread, own } = held
    if (thread.type !== 'REQUEST' || !mayMove(thread.type, thread.state, state, own))
      throw new Refusal('THREAD_MOVED')
    if (state === 'NOT_AVAILABLE' && text === '') throw new Refusal('REASON_MISSING')
    if (itemIds.length === 0 && text === '') throw new Refusal('ANSWER_MISSING')
    const links = [...new Set(itemIds)].map((itemId) => ({ itemId }))
    await writeEntry(tx, parts, held, { text, links, kind: 'ANSWER' })
    if (state === thread.state)
      return touchThread(tx, parts, held, { isShown: true, waiting: 'answered' })
    return applyMove(tx, parts, held, { to: state, by: { isShown: true } })
  })
}

/** The state stays until somebody chooses the answering documents. */
export const answerWithUploads = (parts: ThreadParts) => ({
  /** @throws Refusal NOT_FOUND, THREAD_MOVED. */
  async answering(tx: Tx, actor: Actor, threadId: string): Promise<void> {
    await holdRequest(tx, parts, actor, threadId)
  },
  async answered(
    tx: Tx,
    actor: Actor,
    threadId: string,
    itemIds: readonly number[],
  ): Promise<void> {
    const held = await holdRequest(tx, parts, actor, threadId)
    await answerWith(tx, parts, { ...held, logged: held.actor }, itemIds)
  },
  async received(
    tx: Tx,
    by: Actor | OrderedBy,
    threadId: string,
    itemIds: readonly number[],
  ): Promise<void> {
    const held = await holdReceiving(tx, parts, by, threadId).catch(refusedAs(undefined))
    if (!held) return
    const { room_id: roomId, group_id: groupId } = held.thread
    const seen = await seenByGroup(tx, { roomId, groupId, at: parts.clock.now() }, itemIds)
    const linked = await findAnswerLinks(tx, threadId)
    // An answer reveals documents, so those hidden from the group are left out. A second answer adds nothing.
    const fresh = itemIds.filter((itemId) => seen.has(itemId) && !linked.has(itemId))
    if (fresh.length > 0) await answerWith(tx, parts, held, fresh)
  },
})

async function answerWith(
  tx: Tx,
  parts: ThreadParts,
  held: Parameters<typeof putEntry>[2],
  itemIds: readonly number[],
): Promise<void> {
  await putEntry(tx, parts, held, {
    text: '',
    links: itemIds.map((itemId) => ({ itemId })),
    kind: 'ANSWER',
  })
  await touchThread(tx, parts, held, { isShown: true, waiting: 'answered' })
}

/** Refusals precede writes, so the transaction continues. */
function refusedAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Refusal) return value
    throw error
  }
}

async function holdRequest(
  tx: Tx,
  parts: ThreadParts,
  actor: Actor,
  threadId: string,
): Promise<HeldThread> {
  const held = await holdThread(tx, parts, actor, threadId)
  refuseUnanswerable(held)
  return held
}

function refuseUnanswerable({ own, thread }: Pick<HeldThread, 'own' | 'thread'>): void {
  if (thread.type !== 'REQUEST' || !mayWrite(own, thread, 'ANSWER'))
    throw new Refusal('THREAD_MOVED')
}

/** A scheduled publication does not ask its author again, but requires an operator. */
async function holdReceiving(tx: Tx, parts: ThreadParts, by: Actor | OrderedBy, threadId: string) {
  if (!('orderedBy' in by)) return { ...(await holdRequest(tx, parts, by, threadId)), logged: by }
  const { roomId, orderedBy: memberId } = by
  const answerers = await findAnswerers(tx, roomId, parts.clock.now())
  if (!answerers.some(({ id, role_id }) => id === memberId && role_id === ROLE.operator))
    throw new Refusal('NOT_FOUND')
  const held = await holdFor(tx, parts, await orderingReader(tx, roomId, memberId), threadId)
  refuseUnanswerable(held)
  return { ...held, actor: { roomId, memberId, group: undefined }, logged: machine(roomId) }
}

type Batch = z.output<(typeof contract.batch)['body']>

/** Changes all or none. @throws Refusal as for one thread, with its id */
export function changeMany(
  parts: ThreadParts,
  asked: Actor,
  { ids, ...change }: Batch,
): Promise<{ readonly changed: number }> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.manage')
    const wanted = [...new Set(ids)].sort()
    for (const id of wanted) {
      try {
        await changeOne(tx, parts, await holdThread(tx, parts, actor, id), change)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        throw new Refusal(error.code, { variables: error.variables, extra: { ...error.extra, id } })
      }
    }
    return { changed: wanted.length }
  })
}

async function changeOne(
  tx: Tx,
  parts: ThreadParts,
  held: HeldThread,
  change: Omit<Batch, 'ids' | 'roomId'>,
): Promise<void> {
  const { to, assignee, due, topicId, priority, reason, into } = change
  const { actor, reader, thread } = held
  if (into !== undefined) return merge(tx, parts, held, into)
  if (topicId !== undefined || priority !== undefined) {
    const topic = topicId ? await findTopic(tx, actor.roomId, topicId) : undefined
    if (topicId && !topic) throw new Refusal('NOT_FOUND')
    await updateThread(tx, thread.id, {
      ...(topicId === undefined ? {} : { topic_id: topicId }),
      ...(priority === undefined ? {} : { priority: PRIORITIES.indexOf(priority) }),
    })
    await parts.activity.record(tx, actor, 'thread.changed', {
      ...{ threadId: thread.id, number: numberFor(reader, thread) },
      ...(topicId === undefined ? {} : { topic: topic?.name ?? null }),
      ...(priority === undefined ? {} : { priority }),
    })
    await touchThread(tx, parts, held, { isShown: true })
  }
  const isAssigned = assignee !== undefined || due !== undefined
  if (to === undefined && !isAssigned) return
  const now =
    topicId === undefined && priority === undefined
      ? held
      : await holdThread(tx, parts, actor, thread.id)
  await makeMove(tx, parts, now, {
    to: to ?? stateWhenAssigned(thread.state, assignee),
    assignee,
    due,
    reason,
  })
}

const stateWhenAssigned = (
  state: ThreadState,
  assignee: number | null | undefined,
): ThreadState => {
  if (typeof assignee === 'number' && state === 'SUBMITTED') return 'ASSIGNED'
  return assignee === null && state === 'ASSIGNED' ? 'SUBMITTED' : state
}

/** The other thread answers both. @throws Refusal BAD_REQUEST for another owner, kind, or itself. */
async function merge(tx: Tx, parts: ThreadParts, held: HeldThread, into: string): Promise<void> {
  const { actor, reader, thread } = held
  if (into === thread.id) return
  const other = (await holdThread(tx, parts, actor, into)).thread
  const isSameOwner =
    other.group_id === thread.group_id && other.code === thread.code && other.type === thread.type
  if (!isSameOwner || other.merged_into !== null) throw new Refusal('BAD_REQUEST')
  if (!mayMove(thread.type, thread.state, 'CLOSED', held.own)) throw new Refusal('THREAD_MOVED')
  await applyMove(tx, parts, held, { to: 'CLOSED', into, by: { isShown: true } })
  await parts.activity.record(tx, actor, 'thread.merged', {
    ...{ threadId: thread.id, number: numberFor(reader, thread), into: numberFor(reader, other) },
  })
}
