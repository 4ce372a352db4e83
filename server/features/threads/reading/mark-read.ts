import type { z } from 'zod'
import type * as contract from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import { revFor } from '../apply-move.ts'
import { isReadable } from '../readable.read.ts'
import { readerOf } from '../thread-reader.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { findThreads } from '../threads.read.ts'
import { putReads } from '../threads.store.ts'
import { namesOf } from './list-threads.ts'
import { orderOf } from './thread-filter.read.ts'

/** Threads that the caller does not see are left out in silence. A view of another person marks nothing. */
export async function markRead(
  { database: { db } }: Pick<ThreadParts, 'database'>,
  actor: Actor,
  { ids, unread = false }: z.output<(typeof contract.markRead)['body']>,
): Promise<void> {
  const reader = await readerOf(db, actor)
  const wanted = [...new Set(ids)]
  const page = { order: orderOf(reader), after: undefined, limit: wanted.length }
  const rows = await findThreads(db, isReadable(reader), namesOf(reader), { ids: wanted }, page)
  const seen = rows.map((row) => ({ thread_id: row.id, seen: unread ? 0 : revFor(reader, row) }))
  await putReads(
    db,
    seen.map((read) => ({ ...read, member_id: actor.memberId, room_id: actor.roomId })),
  )
}
