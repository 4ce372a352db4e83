import { z } from 'zod'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { BesideIn } from '../../../../../contract/core/operation.ts'
import type { Item } from '../../../../../contract/features/documents.ts'
import type { mailed } from '../../../../../contract/features/news.ts'
import type { Actor } from '../../../../access/actor.ts'
import type { Reply } from '../../../../platform/http/envelope.ts'
import { decodeCursor, encodeCursor } from '../../../../platform/http/paging.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { presentVisible } from '../present-rows.ts'
import { findMailedList } from './mailed-lists.read.ts'

const cursorShape = z.tuple([z.int().positive()]).transform(([id]) => id)

const READ_AT_ONCE = 500

/** Cursors must never refer to invisible items. @throws Refusal BAD_REQUEST for an invalid cursor */
export async function listMailed(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { list: listId, cursor, limit = LIMITS.listDefault }: z.output<(typeof mailed)['body']>,
): Promise<Reply<Item[], BesideIn<typeof mailed>>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, cursorShape)
  const list = await findMailedList(db, { roomId: actor.roomId, memberId: actor.memberId, listId })
  if (!list) return { payload: [], nextCursor: undefined, mailedAt: undefined }
  const left =
    after === undefined ? list.itemIds : list.itemIds.slice(list.itemIds.indexOf(after) + 1)
  const payload: Item[] = []
  const step = Math.max(limit + 1, READ_AT_ONCE)
  for (let first = 0; first < left.length && payload.length <= limit; first += step) {
    const ids = left.slice(first, first + step)
    const items = await presentVisible(db, actor, ids)
    payload.push(...ids.flatMap((id) => items.get(id) ?? []))
  }
  const last = payload.length > limit ? payload[limit - 1] : undefined
  return {
    payload: payload.slice(0, limit),
    nextCursor: last && encodeCursor([last.id]),
    mailedAt: list.mailedAt.toISOString(),
  }
}
