import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { PRIORITIES, type ThreadState } from '../../../contract/features/threads/thread-states.ts'
import type * as contract from '../../../contract/features/threads/threads.ts'
import type { Actor } from '../../access/actor.ts'
import { groupCode } from '../../access/group-code.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findMessageSender } from '../messages/index.ts'
import { announce, touchThread } from './apply-move.ts'
import { keepFiles } from './files/keep-files.ts'
import type { NewFile } from './files/receive-files.ts'
import { holdThread, refuseLate, spendQuestions } from './held-threads.ts'
import { mailEach, operatorsOf } from './mails/notify.ts'
import { type ItemLink, refuseUnseenLinks } from './thread-links.ts'
import { mayEdit } from './thread-parts.rules.ts'
import { findOwner, type OwnerRow } from './thread-people.read.ts'
import { isOuter, numberFor, readerOf, type ThreadReader } from './thread-reader.ts'
import { encryptEntry, encryptTitle, openEntry } from './thread-texts.ts'
import type { FileParts, ThreadParts } from './threads.parts.ts'
import { findTopic, type ThreadRecord } from './threads.read.ts'
import {
  countThreads,
  findFirstEntry,
  insertEntries,
  insertMoves,
  insertThreads,
  putLinks,
  putReads,
  takeNumbers,
  updateEntry,
  updateThread,
} from './threads.store.ts'

type CreateThreadInput = z.output<(typeof contract.create)['body']>

const perMember = (actor: Actor): string => String(actor.memberId)

/** @throws Refusal TITLE_MISSING, CONTENT_MISSING, THREAD_ROLE, QUESTION_LIMIT, QUESTIONS_ENDED, GROUP_NOT_SHARED, THREAD_SPACE, NOT_FOUND, TOO_MANY. */
export async function createThread(
  parts: FileParts,
  asked: Actor,
  given: CreateThreadInput,
  files: readonly NewFile[] = [],
): Promise<{ readonly id: string; readonly number: string }> {
  const { type, title, text, links = [], state: wanted = 'SUBMITTED' } = given
  if (given.roomId !== asked.roomId) throw new Refusal('NOT_FOUND')
  if (title === '') throw new Refusal('TITLE_MISSING')
  if (text === '' && wanted === 'SUBMITTED') throw new Refusal('CONTENT_MISSING')
  if (type === 'REQUEST' && wanted === 'DRAFT') throw new Refusal('BAD_REQUEST')
  await parts.throttle.count('thread', perMember(asked))
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.write')
    const reader = await readerOf(tx, actor)
    const owner = await ownerOf(tx, reader, given)
    if (wanted === 'SUBMITTED' && reader.side === 'group' && reader.role !== 'submitter')
      throw new Refusal('THREAD_ROLE')
    await refuseUnseenLinks(tx, actor, links)
    const topicId = await topicIn(tx, reader, given.topicId ?? null)
    await refuseFull(tx, reader.roomId, 1)
    const priority = PRIORITIES.indexOf(given.priority ?? 'NORMAL')
    const state: ThreadState = type === 'REQUEST' ? 'OPEN' : wanted
    const counts = type === 'QUESTION' && reader.side === 'group'
    const subject = {
      group_id: owner.groupId,
      asker_id: owner.askerId,
      topic_id: topicId,
      priority,
    }
    if (counts && state === 'SUBMITTED')
      await spendQuestions(tx, parts, { reader, zone: actor.zone }, subject, [subject])
    else if (reader.side === 'group')
      await refuseLate(tx, parts, { reader, zone: actor.zone }, owner.groupId)
    const thread = await storeThread(
      tx,
      parts,
      { actor, reader, owner },
      { ...given, state, topicId, priority, links, files, counts },
    )
    return { id: thread.id, number: numberFor(reader, thread) }
  })
}

export interface Owner {
  readonly groupId: number
  readonly ordinal: number
  readonly isShared: boolean
  readonly name: string
  readonly askerId: number | null
}

const fromRow = (row: OwnerRow, askerId: number | null): Owner => ({
  ...{ groupId: row.id, ordinal: row.ordinal, isShared: row.shared, name: row.name, askerId },
})

/** Operators write for a group, or for a message's sender. Participants write for their own group. */
export async function ownerOf(
  tx: Tx,
  reader: ThreadReader,
  {
    groupId,
    messageId,
  }: { readonly groupId?: number | undefined; readonly messageId?: number | undefined },
): Promise<Owner> {
  const { roomId, memberId, side, group, role } = reader
  const sender =
    messageId === undefined
      ? undefined
      : await findMessageSender(tx, { roomId, messageId, memberId })
  if (messageId !== undefined && sender === undefined) throw new Refusal('NOT_FOUND')
  if (side !== 'coordinator') {
    if (groupId !== undefined) throw new Refusal('BAD_REQUEST')
    if (side === 'expert' || !group || role === 'none') throw new Refusal('THREAD_ROLE')
    if (sender !== undefined && sender.memberId !== memberId) throw new Refusal('NOT_FOUND')
    const own = await findOwner(tx, roomId, { groupId: group.id })
    if (!own) throw new Refusal('NOT_FOUND')
    return fromRow(own, memberId)
  }
  if ((groupId === undefined) === (sender === undefined)) throw new Refusal('BAD_REQUEST')
  const found = await findOwner(
    tx,
    roomId,
    sender === undefined ? { groupId } : { memberId: sender.memberId },
  )
  if (!found) throw new Refusal('NOT_FOUND')
  return ownerForOperators(found, sender?.memberId ?? null)
}

/** @throws Refusal GROUP_NOT_SHARED, NOT_FOUND for experts */
function ownerForOperators(found: OwnerRow, askerId: number | null): Owner {
  if (found.kind === 'experts') throw new Refusal('NOT_FOUND')
  if (!found.shared && askerId === null) throw new Refusal('GROUP_NOT_SHARED')
  return fromRow(found, askerId)
}

/** @throws Refusal NOT_FOUND */
async function topicIn(
  tx: Tx,
  { roomId }: Pick<ThreadReader, 'roomId'>,
  topicId: string | null,
): Promise<string | null> {
  if (topicId !== null && !(await findTopic(tx, roomId, topicId))) throw new Refusal('NOT_FOUND')
  return topicId
}

/** @throws Refusal THREAD_SPACE */
export async function refuseFull(tx: Tx, roomId: number, more: number): Promise<void> {
  const limit = LIMITS.threadsPerRoom
  if ((await countThreads(tx, roomId)) + more > limit)
    throw new Refusal('THREAD_SPACE', { variables: { limit: limit.toLocaleString('en') } })
}

interface StoreThreadInput {
  readonly actor: Actor
  readonly reader: ThreadReader
  readonly owner: Owner
}

type NewTexts = Pick<CreateThreadInput, 'type' | 'title' | 'text' | 'due' | 'messageId'> & {
  readonly state: ThreadState
  readonly topicId: string | null
  readonly priority: number
  readonly links: readonly ItemLink[]
  readonly files: readonly NewFile[]
  readonly counts: boolean
}

export async function numbersFor(
  tx: Tx,
  roomId: number,
  owner: Owner,
  type: CreateThreadInput['type'],
  count: number,
) {
  const isOfPerson = !owner.isShared && owner.askerId !== null
  const counter = {
    roomId,
    groupId: owner.groupId,
    memberId: isOfPerson ? (owner.askerId ?? 0) : 0,
    type,
  }
  const { first, ordinal } = await takeNumbers(tx, counter, count)
  return {
    first,
    code: isOfPerson ? `${groupCode(owner.ordinal)}.${ordinal}` : groupCode(owner.ordinal),
  }
}

async function storeThread(
  tx: Tx,
  parts: FileParts,
  { actor, reader, owner }: StoreThreadInput,
  texts: NewTexts,
): Promise<ThreadRecord> {
  const { roomId, memberId } = actor
  const {
    type,
    title,
    text,
    state,
    topicId,
    priority,
    due = null,
    links,
    files,
    counts,
    messageId = null,
  } = texts
  const at = parts.clock.now()
  const [id, entryId] = [randomUUID(), randomUUID()]
  const { first: number, code } = await numbersFor(tx, roomId, owner, type, 1)
  const isSubmitted = state !== 'DRAFT'
  const row = {
    ...{
      id,
      room_id: roomId,
      group_id: owner.groupId,
      asker_id: owner.askerId,
      writer_id: memberId,
      type,
      code,
      number,
    },
    ...{
      topic_id: topicId,
      priority,
      state,
      due: type === 'REQUEST' || reader.side === 'coordinator' ? due : null,
      assignee_id: null,
    },
    title_sealed: await encryptTitle(parts, tx, roomId, id, title),
    ...{
      created_at: at,
      updated_at: at,
      outer_updated_at: at,
      submitted_at: isSubmitted ? at : null,
      assigned_at: null,
    },
    ...{ counts: counts && isSubmitted, hidden: false, merged_into: null, rev: 1, outer_rev: 1 },
  }
  await insertThreads(tx, [
    { ...row, delivered_at: null, due_reminded: null, message_id: messageId },
  ])
  const entry = await encryptEntry(parts, tx, roomId, entryId, { title, text })
  const shown = { created_at: at, delivered_at: at }
  await insertEntries(tx, [
    {
      id: entryId,
      thread_id: id,
      room_id: roomId,
      writer_id: memberId,
      kind: 'QUESTION',
      ...entry,
      ...shown,
    },
  ])
  await putLinks(tx, roomId, entryId, links)
  await keepFiles(tx, parts, { roomId, memberId, entryId }, files)
  const moved = {
    from_state: null,
    to_state: state,
    assignee_id: null,
    reason_sealed: null,
    is_outer: true,
    by_group: isOuter(reader),
    at,
  }
  await insertMoves(tx, [{ thread_id: id, rev: 1, room_id: roomId, member_id: memberId, ...moved }])
  await putReads(tx, [{ thread_id: id, member_id: memberId, room_id: roomId, seen: 1 }])
  await parts.activity.record(tx, actor, 'thread.created', {
    ...{ threadId: id, number: numberFor(reader, row), type, state },
    ...(reader.side === 'coordinator' ? { group: owner.name } : {}),
  })
  await announce(tx, parts, row, { isOuter: isSubmitted, assigneeBefore: null })
  if (isSubmitted && reader.side === 'group') {
    const people = await operatorsOf(tx, roomId, at)
    await mailEach(tx, parts, { roomId, waiting: 'submitted', people, actorId: memberId })
  }
  return row
}

type Edited = z.output<(typeof contract.update)['body']>

/** @throws Refusal NOT_FOUND, TITLE_MISSING, THREAD_CHANGED; THREAD_MOVED after submission. */
export function updateDraft(
  parts: ThreadParts,
  asked: Actor,
  given: Edited,
): Promise<{ readonly rev: number }> {
  if (given.title === '') return Promise.reject(new Refusal('TITLE_MISSING'))
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.write')
    const held = await holdThread(tx, parts, actor, given.id, given.rev)
    const { reader, thread, own } = held
    if (!mayEdit(own, thread)) throw new Refusal('THREAD_MOVED')
    const { roomId } = actor
    const first = await findFirstEntry(tx, thread.id)
    const before = await openEntry(parts, tx, roomId, first)
    const title = given.title ?? before.title ?? ''
    const text = given.text ?? before.text
    if (text === '' && thread.state === 'RETURNED') throw new Refusal('CONTENT_MISSING')
    if (given.links) await refuseUnseenLinks(tx, actor, given.links)
    await updateEntry(
      tx,
      first.id,
      await encryptEntry(parts, tx, roomId, first.id, { title, text }),
    )
    if (given.links) await putLinks(tx, roomId, first.id, given.links)
    await updateThread(tx, thread.id, {
      title_sealed: await encryptTitle(parts, tx, roomId, thread.id, title),
      ...(given.topicId === undefined
        ? {}
        : { topic_id: await topicIn(tx, reader, given.topicId) }),
      ...(given.priority === undefined ? {} : { priority: PRIORITIES.indexOf(given.priority) }),
    })
    await parts.activity.record(tx, actor, 'thread.edited', {
      threadId: thread.id,
      number: numberFor(reader, thread),
    })
    const { rev } = await touchThread(tx, parts, held, { isShown: true })
    return { rev }
  })
}
