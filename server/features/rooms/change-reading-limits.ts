import { isDeepStrictEqual } from 'node:util'
import type { ReadingLimits } from '../../../contract/features/rooms.ts'
import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ActivityLog } from '../audit/index.ts'
import { updateReadingLimits } from './rooms.store.ts'

interface ReadingLimitsParts {
  readonly database: Database
  readonly activity: ActivityLog
}

/** @throws Refusal READING_LIMITS_ORDER if a minute allows more than its hour */
export async function changeReadingLimits(
  { database, activity }: ReadingLimitsParts,
  actor: Actor,
  limits: ReadingLimits,
): Promise<void> {
  const isOrdered =
    limits.documentsPerMinute <= limits.documentsPerHour &&
    limits.pagesPerMinute <= limits.pagesPerHour &&
    limits.downloadsPerMinute <= limits.downloadsPerHour
  if (!isOrdered) throw new Refusal('READING_LIMITS_ORDER')
  await database.transaction(async (tx) => {
    if (isDeepStrictEqual(await updateReadingLimits(tx, actor.roomId, limits), limits)) return
    await activity.record(tx, actor, 'room.reading-limits', limits)
  })
}
