import type { z } from 'zod'
import type * as contract from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import { revFor } from '../apply-move.ts'
import { isReadable } from '../readable.read.ts'
import { readerOf, type ThreadReader } from '../thread-reader.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { putReads } from '../threads.store.ts'
import { threadViewerOf } from './list-threads.ts'
import { dropReadPosition, putReadPosition } from './read-positions.store.ts'
import { orderOf } from './thread-filter.read.ts'
import { findThreads } from './thread-list.read.ts'
import { findUnread } from './unread.read.ts'

/** Viewing as another person marks nothing. */
export async function markRead(
  { database: { db } }: Pick<ThreadParts, 'database'>,
  actor: Actor,
  { ids, unread = false }: z.output<(typeof contract.markRead)['body']>,
): Promise<void> {
  const reader = await readerOf(db, actor)
  const wanted = [...new Set(ids)]
  const page = { order: orderOf(reader), after: undefined, limit: wanted.length }
  const rows = await findThreads(
    db,
    isReadable(reader),
    threadViewerOf(reader),
    { ids: wanted },
    page,
  )
  const seen = rows.map((row) => ({ thread_id: row.id, seen: unread ? 0 : revFor(reader, row) }))
  if (unread) await dropReadPosition(db, actor.memberId)
  await putReads(
    db,
    seen.map((read) => ({ ...read, member_id: actor.memberId, room_id: actor.roomId })),
  )
}

const UNREAD_MAX = 1_000
/** No transaction lasts longer, so no change from before this can still appear. */
const SETTLED_MS = 10 * 60_000
/** A read position is written at most this often. */
const POSITION_EVERY_MS = 60 * 60_000

/** Counts up to a thousand, and stores up to when everything is read, so that later counts look no further back. */
export async function countUnread(
  { database: { db }, clock }: Pick<ThreadParts, 'database' | 'clock'>,
  reader: ThreadReader,
): Promise<number> {
  const viewer = threadViewerOf(reader)
  const { count, since, position } = await findUnread(db, isReadable(reader), viewer, UNREAD_MAX)
  const settled = clock.now().getTime() - SETTLED_MS
  const until = Math.min(settled, since?.getTime() ?? settled)
  const isWorth = position === null || until - position.getTime() >= POSITION_EVERY_MS
  if (count < UNREAD_MAX && isWorth && !reader.isView)
    await putReadPosition(db, { roomId: reader.roomId, viewer, until: new Date(until) })
  return count
}
