import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { PRIORITIES } from '../../../../contract/features/threads/thread-states.ts'
import type * as contract from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { bareForm } from '../../../workers/render/index.ts'
import { revFor, stateFor } from '../apply-move.ts'
import { isReadable } from '../readable.read.ts'
import { isOuter, numberFor, readerOf, seesGroups, type ThreadReader } from '../thread-reader.ts'
import { openEntry, openTitle, tokensFor } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import type { ListedThread } from '../threads.read.ts'
import { findCandidates, findTexts } from './candidates.read.ts'
import { filterOf, isSeenEntry, orderOf } from './thread-filter.read.ts'
import { type Filter, findThreads } from './thread-list.read.ts'
import type { ThreadViewer } from './unread.read.ts'

type ListThreadsInput = z.output<(typeof contract.list)['body']>
type ThreadListRow = PayloadIn<typeof contract.list>[number]
type ListParts = Pick<ThreadParts, 'database' | 'keyring' | 'clock'>

const place = z.tuple([z.string().max(100), z.uuid()])
const DEFAULT = 100

/** @throws Refusal NOT_RAISED; BAD_REQUEST for another list's cursor. */
export async function listThreads(
  parts: ListParts,
  actor: Actor,
  asked: ListThreadsInput,
): Promise<Reply<PayloadIn<typeof contract.list>>> {
  const { db } = parts.database
  const reader = await readerOf(db, actor)
  if ((asked.keyword ?? '').trim() !== '') return searchThreads(parts, { actor, reader }, asked)
  const limit = asked.limit ?? DEFAULT
  const cursor = asked.cursor === undefined ? undefined : decodeCursor(asked.cursor, place)
  const found = await findThreads(
    db,
    isReadable(reader),
    threadViewerOf(reader),
    filterIn(parts, { actor, reader }, asked),
    {
      order: orderOf(reader, asked.sort, asked.descending),
      after: cursor && { place: cursor[0], id: cursor[1] },
      limit: limit + 1,
    },
  )
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor([last.place ?? '', last.id]),
  )
  return {
    payload: await Promise.all(rows.map((row) => presentRow(parts, db, reader, row))),
    nextCursor,
  }
}

export const threadViewerOf = (reader: ThreadReader): ThreadViewer => {
  const { memberId, side, group, role } = reader
  const scope = [side, group?.id ?? 0, group?.shared ?? false, role].join('/')
  return { memberId, isOuter: isOuter(reader), scope }
}

interface ListReading {
  readonly actor: Actor
  readonly reader: ThreadReader
}

export const filterIn = (
  { clock }: Pick<ThreadParts, 'clock'>,
  { actor, reader }: ListReading,
  asked: Parameters<typeof filterOf>[1],
) => filterOf(reader, asked, { now: clock.now(), zone: actor.zone })

const AT_ONCE = 100

export async function* eachThread(
  db: Queryable,
  reader: ThreadReader,
  filter: Filter,
): AsyncGenerator<ListedThread> {
  const order = orderOf(reader, 'number')
  let after: { readonly place: string; readonly id: string } | undefined
  for (;;) {
    const rows = await findThreads(db, isReadable(reader), threadViewerOf(reader), filter, {
      order,
      after,
      limit: AT_ONCE,
    })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = { place: last.place ?? '', id: last.id }
  }
}

interface FoundThread extends ListedThread {
  readonly title?: string | undefined
}

export async function presentRow(
  parts: Pick<ThreadParts, 'keyring'>,
  db: Queryable,
  reader: ThreadReader,
  row: FoundThread,
): Promise<ThreadListRow> {
  const isInside = !isOuter(reader)
  return {
    id: row.id,
    number: numberFor(reader, row),
    type: row.type,
    title: row.title ?? (await openTitle(parts, db, row.room_id, row)),
    state: stateFor(reader, row),
    ...(seesGroups(reader)
      ? { group: { id: row.group_id, name: row.group_name, color: row.group_color } }
      : {}),
    topic:
      row.topic_id === null || row.topic_name === null
        ? null
        : { id: row.topic_id, name: row.topic_name },
    priority: PRIORITIES[row.priority] ?? 'NORMAL',
    // Only answerers see a question's due date.
    due: isInside || row.type === 'REQUEST' ? row.due : null,
    unread: row.seen < revFor(reader, row),
    updatedAt: (isInside ? row.updated_at : row.outer_updated_at).toISOString(),
    ...(isInside ? { assignee: assigneeOf(row) } : {}),
    rev: revFor(reader, row),
  }
}

const assigneeOf = ({ assignee_id: id, assignee_name: name }: ListedThread) =>
  id === null || name === null ? null : { id, name }

/** Candidates are decrypted, so only the searched word matches. */
const CANDIDATES = 150

const offset = z.tuple([z.int().nonnegative()])

/** Title matches rank first, then match count, then the newest. */
async function searchThreads(
  parts: ListParts,
  reading: ListReading,
  asked: ListThreadsInput,
): Promise<Reply<PayloadIn<typeof contract.list>>> {
  const { db } = parts.database
  const { reader } = reading
  const keyword = asked.keyword ?? ''
  const limit = Math.min(asked.limit ?? DEFAULT, LIMITS.listMax)
  const from = asked.cursor === undefined ? 0 : decodeCursor(asked.cursor, offset)[0]
  const filter = filterIn(parts, reading, asked)
  const found = await findWith(parts, reading, { filter, keyword })
  return {
    payload: await Promise.all(
      found.slice(from, from + limit).map((row) => presentRow(parts, db, reader, row)),
    ),
    nextCursor: found.length > from + limit ? encodeCursor([from + limit]) : undefined,
  }
}

interface FindWithInput {
  readonly filter: Filter
  readonly keyword: string
  readonly limit?: number
}

export async function findWith(
  parts: ListParts,
  reading: ListReading,
  { filter, keyword, limit = CANDIDATES }: FindWithInput,
): Promise<FoundThread[]> {
  const { db } = parts.database
  const { actor, reader } = reading
  const isSeen = isSeenEntry(reader)
  const tokens = (await tokensFor(parts, db, actor.roomId, keyword)).filter((set) => set.length > 0)
  const found = { roomId: actor.roomId, isSeen, tokens, limit }
  const candidates =
    tokens.length === 0
      ? []
      : await findCandidates(db, isReadable(reader), threadViewerOf(reader), filter, found)
  const ranked: FoundThread[] = []
  for (let at = 0; at < candidates.length; at += CANDIDATES)
    ranked.push(
      ...(await rank(
        parts,
        db,
        { roomId: actor.roomId, isSeen, keyword },
        candidates.slice(at, at + CANDIDATES),
      )),
    )
  const rows = [...(await numbered(parts, reading, filter, keyword)), ...ranked]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const NUMBER = /^(?:(?<code>[A-Z]+(?:\.\d+)?)\/)?(?<kind>[QR])-?0*(?<number>\d{1,8})$/i

async function numbered(
  { database: { db } }: ListParts,
  { reader }: ListReading,
  filter: Filter,
  keyword: string,
) {
  const { code, kind, number } = NUMBER.exec(keyword.trim())?.groups ?? {}
  if (kind === undefined || number === undefined) return []
  const wanted = {
    code: code?.toUpperCase(),
    type: kind.toUpperCase() === 'Q' ? ('QUESTION' as const) : ('REQUEST' as const),
  }
  const page = { order: orderOf(reader), after: undefined, limit: CANDIDATES }
  return findThreads(
    db,
    isReadable(reader),
    threadViewerOf(reader),
    { ...filter, ...wanted, number: Number(number) },
    page,
  )
}

interface Ranking {
  readonly roomId: number
  readonly isSeen: ReturnType<typeof isSeenEntry>
  readonly keyword: string
}

async function rank(
  parts: ListParts,
  db: Queryable,
  { roomId, isSeen, keyword }: Ranking,
  threads: readonly ListedThread[],
): Promise<FoundThread[]> {
  const word = bareForm(keyword)
  const scores = new Map<string, { title?: string | undefined; hits: number }>()
  const entries = await findTexts(
    db,
    threads.map(({ id }) => id),
    isSeen,
  )
  // The key is checked only once.
  const texts = await Promise.all(entries.map((entry) => openEntry(parts, db, roomId, entry)))
  for (const [index, { title, text }] of texts.entries()) {
    const id = entries[index]?.thread_id ?? ''
    const before = scores.get(id)
    const hits = bareForm(text).split(word).length - 1
    scores.set(id, { title: before?.title ?? title, hits: (before?.hits ?? 0) + hits })
  }
  const ranked = threads.map((thread) => {
    const { title, hits = 0 } = scores.get(thread.id) ?? {}
    return {
      thread: { ...thread, title },
      score: (bareForm(title ?? '').includes(word) ? CANDIDATES : 0) + hits,
    }
  })
  return ranked
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ thread }) => thread)
}
