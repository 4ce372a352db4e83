import type { Actor } from '../../../access/actor.ts'
import { addJob } from '../../../platform/jobs/job.ts'
import type { ChangeParts } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import { openTrashed } from './open-trashed.ts'
import { purge } from './purge-trash.ts'
import { markForDeletion } from './trash.store.ts'

/** A logged job destroys it later. @throws Refusal NOT_FOUND outside the trash */
export function destroyItem(parts: ChangeParts, actor: Actor, itemId: number): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const item = await openTrashed(tx, parts, actor, itemId, 'destroy')
    await markForDeletion(tx, item.id, parts.clock.now())
    await parts.activity.record(tx, actor, 'document.destruction-ordered', {
      itemId: item.id,
      name: item.name,
    })
    await addJob(tx, purge, {}, { jobKey: purge.name })
    await announce(tx, parts, actor.roomId, [item.parent_id], { items: [] })
  })
}
