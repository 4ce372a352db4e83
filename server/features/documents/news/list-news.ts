import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideIn } from '../../../../contract/core/operation.ts'
import { instant } from '../../../../contract/core/schemas.ts'
import type { list, NewsItem } from '../../../../contract/features/news.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { type NewsCandidate, type NewsPlace, readNews } from './news-stream.ts'
import { presentVisible } from './present-rows.ts'
import { findViewpoint } from './viewpoint.read.ts'

const id = z.int().nonnegative()
const cursorShape = z.union([
  z.tuple([instant, id]),
  z.tuple([instant, z.array(id).max(LIMITS.treeDepth), id]),
])

function placeOf(cursor: string): NewsPlace {
  const place = decodeCursor(cursor, cursorShape)
  return place.length === 2
    ? { kind: 'time', place: { at: place[0], key: place[1] } }
    : { kind: 'gain', at: place[0], place: { ancestors: place[1], id: place[2] } }
}

const cursorBehind = (place: NewsPlace): string =>
  place.kind === 'time'
    ? encodeCursor([place.place.at, place.place.key])
    : encodeCursor([place.at, place.place.ancestors, place.place.id])

const LOOKED_AT = 1_000

/** @throws Refusal BAD_REQUEST for an invalid cursor */
export async function listNews(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { since, cursor, limit = LIMITS.listDefault }: z.output<(typeof list)['body']>,
): Promise<Reply<NewsItem[], BesideIn<typeof list>>> {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const viewpoint = await findViewpoint(
    db,
    actor,
    since === undefined ? undefined : new Date(since),
  )
  if (!viewpoint) return { payload: [], nextCursor: undefined, since: undefined }
  const listed: NewsCandidate[] = []
  let last: NewsPlace | undefined
  let looked = 0
  let nextCursor: string | undefined
  for await (const candidate of readNews({
    db,
    scope: visibleItems(actor),
    viewpoint,
    after,
    limit: limit + 1,
  })) {
    const isFull = listed.length === limit || looked === LOOKED_AT
    if (isFull && (candidate.isListed || looked === LOOKED_AT) && last) {
      nextCursor = cursorBehind(last)
      break
    }
    if (candidate.isListed) listed.push(candidate)
    last = candidate.place
    looked += 1
  }
  const marks = new Map(listed.map((each) => [each.id, each.marks]))
  const items = await presentVisible(db, actor, [...marks.keys()], marks)
  const payload = listed.flatMap(({ id: itemId, visibleAt }) => {
    const item = items.get(itemId)
    return item ? [{ ...item, visibleAt: new Date(visibleAt).toISOString() }] : []
  })
  return { payload, nextCursor, since: viewpoint.since.toISOString() }
}

export async function countNews(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  upTo: number,
): Promise<number> {
  const viewpoint = await findViewpoint(db, actor, undefined)
  if (!viewpoint) return 0
  let counted = 0
  let looked = 0
  for await (const { isListed } of readNews({
    db,
    scope: visibleItems(actor),
    viewpoint,
    after: undefined,
    limit: upTo,
  })) {
    if (isListed) counted += 1
    looked += 1
    if (counted === upTo || looked === LOOKED_AT) break
  }
  return counted
}
