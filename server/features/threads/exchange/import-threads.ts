import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/threads/thread-exchange.ts'
import type {
  ThreadState,
  ThreadType,
} from '../../../../contract/features/threads/thread-states.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Sheets } from '../../../workers/sheet/index.ts'
import { announce, touchThread } from '../apply-move.ts'
import { findEntries, IS_QUESTION } from '../entries.read.ts'
import { spendQuestions } from '../held-threads.ts'
import { mailEach, operatorsOf } from '../mails/notify.ts'
import { isReadable } from '../readable.read.ts'
import { ownNumber } from '../thread-number.ts'
import { isOuter, readerOf, type ThreadReader } from '../thread-reader.ts'
import { encryptEntry, encryptTitle, openEntry } from '../thread-texts.ts'
import type { FileParts, ThreadParts } from '../threads.parts.ts'
import { findThreadsOf, holdThreads } from '../threads.read.ts'
import {
  findFirstEntry,
  insertEntries,
  insertMoves,
  insertThreads,
  putReads,
  updateEntry,
  updateThread,
} from '../threads.store.ts'
import { findTopics } from '../topics/topics.store.ts'
import { numbersFor, type Owner, ownerOf, refuseFull } from '../write-thread.ts'
import type { fieldOf } from './list-columns.ts'
import { changeOf, type KnownThread, type PlannedRow, planImport } from './plan-import.ts'
import { type List, readList, receiveList } from './read-list.ts'

const SHOWN_MAX = 500

export interface ImportParts extends FileParts {
  readonly sheets: Sheets
}

interface Imported {
  readonly actor: Actor
  readonly reader: ThreadReader
  readonly owner: Owner
  readonly type: ThreadType
}

type ImportThreadsAnswer = PayloadIn<typeof contract.importThreads>

/**
 * One failing row prevents every write.
 * @throws Refusal IMPORT_INVALID, and those of `receiveList`, `readList` and of creating a thread.
 */
export async function importThreads(
  parts: ImportParts,
  asked: Actor,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<ImportThreadsAnswer> {
  const received = await receiveList(request, asked, signal)
  const list = await readList(parts.sheets, received, { roomId: asked.roomId, signal })
  const { apply, groupId, type = 'REQUEST' } = received.fields
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.write')
    const reader = await readerOf(tx, actor)
    const owner = await ownerOf(tx, reader, { groupId })
    if (reader.side === 'group' && reader.role !== 'submitter') throw new Refusal('THREAD_ROLE')
    const imported = { actor, reader, owner, type }
    const plan = planImport(list, {
      type,
      topics: await findTopics(tx, actor.roomId),
      known: await knownTo(tx, parts, imported),
    })
    const failed = plan.filter(({ errors }) => errors.length > 0).length
    const isApplied = apply === 'true'
    if (isApplied && failed > 0)
      throw new Refusal('IMPORT_INVALID', { variables: { count: failed } })
    if (isApplied) await applyPlan(tx, parts, imported, plan)
    return present(list, plan, isApplied, type)
  })
}

function present(
  { heads, columns }: List,
  plan: readonly PlannedRow[],
  isApplied: boolean,
  type: ThreadType,
): ImportThreadsAnswer {
  const chosen = new Map(
    Object.entries(columns).map(([field, index]) => [index, field as ReturnType<typeof fieldOf>]),
  )
  const counts = { new: 0, changed: 0, same: 0, error: 0 }
  for (const row of plan) counts[changeOf(row)] += 1
  const ordered = plan.toSorted(
    (one, other) =>
      Number(changeOf(other) === 'error') - Number(changeOf(one) === 'error') ||
      one.row - other.row,
  )
  return {
    columns: heads.map((head, index) => ({ head, field: chosen.get(index) ?? null })),
    rows: ordered.slice(0, SHOWN_MAX).map((row) => ({
      ...{
        row: row.row,
        change: changeOf(row),
        title: row.values.title,
        fields: [...row.fields],
        errors: [...row.errors],
      },
      number: row.known ? ownNumber({ type, number: row.known.number }) : null,
    })),
    counts,
    isApplied,
  }
}

/** Locks threads of the same owner and kind until the commit. */
async function knownTo(
  tx: Tx,
  parts: ThreadParts,
  { reader, owner, type, actor }: Imported,
): Promise<Map<number, KnownThread>> {
  const ids = await findThreadsOf(tx, isReadable(reader), { ...owner, type })
  const threads = await holdThreads(tx, isReadable(reader), ids)
  const entries = await findEntries(tx, ids, IS_QUESTION)
  const first = new Map(entries.toReversed().map((entry) => [entry.thread_id, entry]))
  const known = new Map<number, KnownThread>()
  for (const thread of threads) {
    const entry = first.get(thread.id)
    if (!entry) continue
    const { title = '', text } = await openEntry(parts, tx, actor.roomId, entry)
    const { id, number, state, topic_id: topicId, priority, due } = thread
    known.set(number, { id, number, state, title, text, topicId, priority, due })
  }
  return known
}

async function applyPlan(
  tx: Tx,
  parts: ThreadParts,
  imported: Imported,
  plan: readonly PlannedRow[],
): Promise<void> {
  const added = plan.filter((row) => changeOf(row) === 'new')
  const changed = plan.filter((row) => changeOf(row) === 'changed')
  await addThreads(tx, parts, imported, added)
  for (const row of changed) await changeThread(tx, parts, imported, row)
  const { actor, owner } = imported
  if (added.length + changed.length === 0) return
  await parts.activity.record(tx, actor, 'thread.imported', {
    group: owner.name,
    added: added.length,
    changed: changed.length,
  })
}

async function addThreads(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, owner, type }: Imported,
  rows: readonly PlannedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const { roomId, memberId, zone } = actor
  await refuseFull(tx, roomId, rows.length)
  const isQuestion = type === 'QUESTION'
  const counts = isQuestion && reader.side === 'group'
  const asked = rows.map(({ values }) => ({ topic_id: values.topicId, priority: values.priority }))
  if (counts)
    await spendQuestions(
      tx,
      parts,
      { reader, zone },
      { group_id: owner.groupId, asker_id: owner.askerId },
      asked,
    )
  const at = parts.clock.now()
  const state: ThreadState = isQuestion ? 'SUBMITTED' : 'OPEN'
  const { first, code } = await numbersFor(tx, roomId, owner, type, rows.length)
  const threads: Parameters<typeof insertThreads>[1][number][] = []
  const entries: Parameters<typeof insertEntries>[1][number][] = []
  for (const [index, { values }] of rows.entries()) {
    const [id, entryId] = [randomUUID(), randomUUID()]
    threads.push({
      ...{
        id,
        room_id: roomId,
        group_id: owner.groupId,
        asker_id: owner.askerId,
        writer_id: memberId,
        type,
        code,
        number: first + index,
      },
      ...{
        topic_id: values.topicId,
        priority: values.priority,
        state,
        due: values.due,
        assignee_id: null,
        counts,
      },
      title_sealed: await encryptTitle(parts, tx, roomId, id, values.title),
      ...{
        created_at: at,
        updated_at: at,
        outer_updated_at: at,
        submitted_at: at,
        assigned_at: null,
        delivered_at: null,
      },
      ...{ merged_into: null, message_id: null, due_reminded: null },
    })
    const encrypted = await encryptEntry(parts, tx, roomId, entryId, {
      title: values.title,
      text: values.text,
    })
    entries.push({
      ...{ id: entryId, thread_id: id, room_id: roomId, writer_id: memberId, kind: 'QUESTION' },
      ...encrypted,
      created_at: at,
      delivered_at: at,
    })
  }
  await insertThreads(tx, threads)
  await insertEntries(tx, entries)
  const moved = {
    rev: 1,
    room_id: roomId,
    member_id: memberId,
    from_state: null,
    to_state: state,
    assignee_id: null,
    reason_sealed: null,
  }
  await insertMoves(
    tx,
    threads.map(({ id }) => ({
      ...moved,
      thread_id: id,
      is_outer: true,
      by_group: isOuter(reader),
      at,
    })),
  )
  await putReads(
    tx,
    threads.map(({ id }) => ({ thread_id: id, member_id: memberId, room_id: roomId, seen: 1 })),
  )
  await report(tx, parts, { actor, reader, owner })
}

async function report(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader, owner }: Omit<Imported, 'type'>,
): Promise<void> {
  const at = parts.clock.now()
  const about = {
    room_id: actor.roomId,
    group_id: owner.groupId,
    asker_id: owner.askerId,
    hidden: false,
    assignee_id: null,
  }
  await announce(tx, parts, about, { isOuter: true, assigneeBefore: null })
  if (reader.side !== 'group') return
  const people = await operatorsOf(tx, actor.roomId, at)
  await mailEach(tx, parts, {
    roomId: actor.roomId,
    waiting: 'submitted',
    people,
    actorId: actor.memberId,
  })
}

async function changeThread(
  tx: Tx,
  parts: ThreadParts,
  { actor, reader }: Imported,
  { known, values, fields }: PlannedRow,
): Promise<void> {
  if (!known) return
  const { roomId } = actor
  const [thread] = await holdThreads(tx, isReadable(reader), [known.id])
  if (!thread) throw new Refusal('NOT_FOUND')
  await updateThread(tx, known.id, {
    ...{ topic_id: values.topicId, priority: values.priority },
    ...(fields.includes('due') ? { due: values.due, due_reminded: null } : {}),
    ...(fields.includes('title')
      ? { title_sealed: await encryptTitle(parts, tx, roomId, known.id, values.title) }
      : {}),
  })
  if (fields.includes('title') || fields.includes('text')) {
    const { id } = await findFirstEntry(tx, known.id)
    await updateEntry(
      tx,
      id,
      await encryptEntry(parts, tx, roomId, id, { title: values.title, text: values.text }),
    )
  }
  await touchThread(tx, parts, { actor, reader, thread }, { isShown: true })
}
