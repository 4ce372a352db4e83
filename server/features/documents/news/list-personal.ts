import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { instant } from '../../../../contract/core/schemas.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { ReadItem } from '../../../../contract/features/news.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { type ByTime, findFavourites, findReads } from './news.read.ts'
import { presentVisible } from './present-rows.ts'

interface ListPersonalInput {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

interface PersonalItem {
  readonly item: Item
  readonly at: string
  readonly page: number | null
}

const cursorShape = z.tuple([instant, z.int().positive()])

/** Cursors must never refer to invisible items. */
async function listPersonal(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { cursor, limit = LIMITS.listDefault }: ListPersonalInput,
  find: typeof findReads,
): Promise<{ readonly rows: readonly PersonalItem[]; readonly nextCursor: string | undefined }> {
  const { roomId, memberId } = actor
  const rows: PersonalItem[] = []
  const [at, key] = cursor === undefined ? [] : decodeCursor(cursor, cursorShape)
  let after: ByTime | undefined = at === undefined || key === undefined ? undefined : { at, key }
  for (;;) {
    const found = await find(db, { roomId, memberId, after, limit: limit + 1 })
    const items = await presentVisible(
      db,
      actor,
      found.map((each) => each.key),
    )
    rows.push(
      ...found
        .flatMap((each) => ({ item: items.get(each.key), at: each.at, page: each.page }))
        .filter(isThere),
    )
    after = found.at(-1)
    if (rows.length > limit || found.length <= limit) break
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last && encodeCursor([last.at, last.item.id]) }
}

const isThere = (
  listed: Omit<PersonalItem, 'item'> & { readonly item: Item | undefined },
): listed is PersonalItem => listed.item !== undefined

/** @throws Refusal BAD_REQUEST for an invalid cursor */
export async function listFavourites(
  parts: Pick<DocumentParts, 'database'>,
  actor: Actor,
  query: ListPersonalInput,
): Promise<Reply<Item[]>> {
  const { rows, nextCursor } = await listPersonal(parts, actor, query, findFavourites)
  return { payload: rows.map(({ item }) => item), nextCursor }
}

/** @throws Refusal BAD_REQUEST for an invalid cursor */
export async function listRecent(
  parts: Pick<DocumentParts, 'database'>,
  actor: Actor,
  query: ListPersonalInput,
): Promise<Reply<ReadItem[]>> {
  const { rows, nextCursor } = await listPersonal(parts, actor, query, findReads)
  return {
    payload: rows.map(({ item, at, page }) => ({
      ...item,
      readAt: new Date(at).toISOString(),
      ...(page === null ? {} : { page }),
    })),
    nextCursor,
  }
}
