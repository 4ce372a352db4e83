import type { ActivityDetails, ActivityKind } from '../../../contract/features/activity.ts'
import type { ActivityParts } from './audit.parts.ts'
import { findLoggedItems } from './audit.read.ts'
import type { AuditActor } from './record-activity.ts'

interface Member extends AuditActor {
  readonly memberId: number
}

/** Records the event for documents that have none of this kind by the member since then. */
export async function recordOnce<K extends ActivityKind>(
  { database, activity }: Pick<ActivityParts, 'database' | 'activity'>,
  actor: Member,
  kind: K,
  list: readonly (ActivityDetails<K> & { readonly itemId: number })[],
  since: Date,
): Promise<void> {
  const itemIds = list.map(({ itemId }) => itemId)
  const logged = await findLoggedItems(database.db, {
    roomId: actor.roomId,
    memberId: actor.memberId,
    kind,
    itemIds,
    since,
  })
  const details = list.filter(({ itemId }) => !logged.has(itemId))
  if (details.length > 0)
    await database.transaction((tx) => activity.recordEach(tx, actor, kind, details))
}
