import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { eventsAfter } from '../../audit/index.ts'
import { roomOf } from '../../rooms/index.ts'

interface ReadEventsInput {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** Returns only kind, time and log position. @throws Refusal NOT_FOUND */
export async function readEvents(
  db: Queryable,
  roomId: number,
  { cursor, limit = LIMITS.listDefault }: ReadEventsInput,
) {
  await roomOf(db, roomId)
  const [after] = cursor === undefined ? [-1] : decodeCursor(cursor, z.tuple([z.int()]))
  const found = await eventsAfter(db, roomId, after, limit + 1)
  const { rows, nextCursor } = cutPage(found, limit, ({ sequence }) => encodeCursor([sequence]))
  const last = rows.at(-1)
  return {
    payload: rows.map(({ sequence, kind, at }) => ({ sequence, kind, at: at.toISOString() })),
    nextCursor,
    cursor: last ? encodeCursor([last.sequence]) : cursor,
  }
}
