import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { EntryKind, ThreadState } from '../../../contract/features/threads/thread-states.ts'
import type * as contract from '../../../contract/features/threads/threads.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import { applyMove, type Moved, touchThread } from './apply-move.ts'
import { keepFiles } from './files/keep-files.ts'
import type { NewFile } from './files/receive-files.ts'
import { type HeldThread, holdThread, refuseFrozen, refuseLate } from './held-threads.ts'
import { type ItemLink, refuseUnseenLinks } from './thread-links.ts'
import { mayWrite } from './thread-parts.rules.ts'
import { numberFor } from './thread-reader.ts'
import { encryptEntry } from './thread-texts.ts'
import type { FileParts, ThreadParts } from './threads.parts.ts'
import { findTopic, type ThreadRecord } from './threads.read.ts'
import { insertEntries, putLinks } from './threads.store.ts'

type AddEntryInput = z.output<(typeof contract.addEntry)['body']>

/** @throws Refusal NOT_FOUND, CONTENT_MISSING, ANSWER_MISSING, THREAD_MOVED, THREAD_ROLE, THREAD_CHANGED, QUESTIONS_ENDED, ROOM_FROZEN, TOO_MANY. */
export async function addEntry(
  parts: FileParts,
  asked: Actor,
  threadId: string,
  { text, links = [], kind, rev }: AddEntryInput,
  files: readonly NewFile[] = [],
): Promise<Moved & { readonly id: string }> {
  if (text === '' && (kind !== 'ANSWER' || links.length + files.length === 0))
    throw new Refusal(kind === 'ANSWER' ? 'ANSWER_MISSING' : 'CONTENT_MISSING')
  await parts.throttle.count('thread', String(asked.memberId))
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.answer')
    const held = await holdThread(tx, parts, actor, threadId, rev)
    const { reader, thread, own } = held
    if (!mayWrite(own, thread, kind))
      throw new Refusal(
        reader.side === 'group' && reader.role === 'author' ? 'THREAD_ROLE' : 'THREAD_MOVED',
      )
    if (kind === 'QUESTION') {
      refuseFrozen(actor)
      if (thread.state !== 'RETURNED')
        await refuseLate(tx, parts, { reader, zone: actor.zone }, thread.group_id)
    }
    const id = await writeEntry(tx, parts, held, { text, links, kind, files: files.length })
    await keepFiles(
      tx,
      parts,
      { roomId: actor.roomId, memberId: actor.memberId, entryId: id },
      files,
    )
    return { id, ...(await follow(tx, parts, held, kind)) }
  })
}

interface NewEntry {
  readonly text: string
  readonly links: readonly ItemLink[]
  readonly kind: EntryKind
  readonly files?: number
}

/** @throws Refusal NOT_FOUND for an invisible link. */
export const writeEntry = (
  tx: Tx,
  parts: ThreadParts,
  held: HeldThread,
  entry: NewEntry,
): Promise<string> => putEntry(tx, parts, { ...held, logged: held.actor }, entry)

interface Writing extends Pick<HeldThread, 'reader' | 'thread'> {
  readonly actor: Pick<Actor, 'roomId' | 'memberId' | 'group'>
  readonly logged: AuditActor
}

/** @throws Refusal NOT_FOUND for an invisible link. */
export async function putEntry(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, thread, logged }: Writing,
  { text, links, kind, files = 0 }: NewEntry,
): Promise<string> {
  await refuseUnseenLinks(tx, actor, links)
  const id = randomUUID()
  const at = parts.clock.now()
  const isShown = kind === 'QUESTION' || (kind === 'ANSWER' && thread.type === 'REQUEST')
  const encrypted = await encryptEntry(parts, tx, actor.roomId, id, { text })
  const row = {
    id,
    thread_id: thread.id,
    room_id: actor.roomId,
    writer_id: actor.memberId,
    kind,
    ...encrypted,
  }
  await insertEntries(tx, [{ ...row, created_at: at, delivered_at: isShown ? at : null }])
  await putLinks(tx, actor.roomId, id, links)
  const details = {
    threadId: thread.id,
    number: numberFor(reader, thread),
    entry: kind,
    links: links.length,
    ...(files > 0 ? { files } : {}),
  }
  await parts.activity.record(tx, logged, 'thread.entry', details)
  return id
}

async function follow(
  tx: Tx,
  parts: ThreadParts,
  held: HeldThread,
  kind: EntryKind,
): Promise<Moved> {
  const { thread } = held
  if (kind === 'NOTE') return touchThread(tx, parts, held, { isShown: false })
  const isShown = kind === 'QUESTION' || thread.type === 'REQUEST'
  const to = kind === 'QUESTION' ? afterQuestion(thread) : await afterAnswer(tx, held)
  if (to !== thread.state) return applyMove(tx, parts, held, { to, by: { isShown } })
  return touchThread(tx, parts, held, {
    isShown,
    waiting: kind === 'QUESTION' ? 'followedUp' : isShown ? 'answered' : undefined,
  })
}

/** Unseen answers return to examination, invisibly to the group. */
function afterQuestion({ type, state, assignee_id: assignee }: ThreadRecord): ThreadState {
  if (type === 'REQUEST') return state === 'PARTLY' ? 'PARTLY' : 'OPEN'
  if (state === 'ANSWERED' || state === 'APPROVED')
    return assignee === null ? 'SUBMITTED' : 'ASSIGNED'
  return state === 'RETURNED' || state === 'DELIVERED' || state === 'CLOSED' ? 'SUBMITTED' : state
}

async function afterAnswer(tx: Tx, { reader, thread }: HeldThread): Promise<ThreadState> {
  if (thread.type === 'REQUEST') return thread.state
  return (await needsApproval(tx, reader.settings.approval, thread)) ? 'ANSWERED' : 'DELIVERED'
}

/** The topic's setting overrides the room's. */
export async function needsApproval(
  tx: Tx,
  ofRoom: boolean,
  { room_id: roomId, topic_id: topicId }: ThreadRecord,
): Promise<boolean> {
  const topic =
    topicId === null ? undefined : await findTopic(tx, roomId, topicId, { isRemovedToo: true })
  return topic?.approval ?? ofRoom
}
