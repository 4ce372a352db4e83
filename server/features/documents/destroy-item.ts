import type { Actor } from '../../access/actor.ts'
import { addJob } from '../../platform/jobs/job.ts'
import { announce } from './announce.ts'
import type { ChangeParts } from './change-item.ts'
import { openTrashed } from './open-trashed.ts'
import { purge } from './purge-trash.ts'
import { doomItem } from './trash.store.ts'

/**
 * Has an item of the trash destroyed without waiting for its day. From the commit on it cannot be restored; the background does the rest,
 * and its log entries say what was destroyed. @throws Refusal NOT_FOUND for what is no entry of the trash.
 */
export function destroyItem(parts: ChangeParts, actor: Actor, itemId: number): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const item = await openTrashed(tx, parts, actor, itemId, 'destroy')
    await doomItem(tx, item.id, parts.clock.now())
    await parts.activity.record(tx, actor, 'document.destruction-ordered', { itemId: item.id, name: item.name })
    await addJob(tx, purge, {}, { jobKey: purge.name })
    await announce(tx, parts, actor.roomId, [item.parent_id])
  })
}
