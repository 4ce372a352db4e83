import type { Actor } from '../../../../access/actor.ts'
import { visibleItems } from '../../../../access/items.ts'
import type { Queryable } from '../../../../platform/db/database.ts'
import { readNews } from '../news-stream.ts'
import { findViewpoint } from '../viewpoint.read.ts'
import { findMailed, findPeriod } from './mailed-lists.read.ts'
import { LIST_MAX } from './mailed-lists.store.ts'

/** The reader may already know most of what was granted. */
const LOOKED_AT = 100_000

interface CollectedNews {
  readonly updates: ReadonlyMap<number, boolean>
  readonly hasMore: boolean
  readonly period: Awaited<ReturnType<typeof findPeriod>>
}

/** Includes what grants and moves made visible. @param mailedAt when the last mail was planned */
export async function collectNews(
  db: Queryable,
  reader: Pick<Actor, 'roomId' | 'memberId' | 'roleId' | 'group'>,
  mailedAt: Date | null,
): Promise<CollectedNews> {
  const updates = new Map<number, boolean>()
  const period = await findPeriod(db, reader.memberId, mailedAt)
  const { since } = period
  const viewpoint =
    since === null ? undefined : await findViewpoint(db, { ...reader, lastVisitAt: since })
  if (since === null || !viewpoint) return { updates, hasMore: false, period }
  const mailed = await findMailed(db, reader.memberId, since)
  let looked = 0
  for await (const { id, isListed, visibleAt, marks } of readNews({
    db,
    scope: visibleItems(reader),
    viewpoint,
    after: undefined,
    limit: 100,
  })) {
    looked += 1
    const isFull = updates.size === LIST_MAX || looked > LOOKED_AT
    if (isFull) return { updates, hasMore: true, period }
    const known = mailed.get(id)
    const wasMailed = known !== undefined && new Date(visibleAt) <= known
    if (isListed && !wasMailed) updates.set(id, marks.isUpdated)
  }
  return { updates, hasMore: false, period }
}
