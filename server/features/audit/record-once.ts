import type { ActivityDetails, ActivityKind } from '../../../contract/features/activity.ts'
import type { ActivityParts } from './audit.parts.ts'
import { findNoted } from './audit.read.ts'
import type { AuditActor } from './record-activity.ts'

interface Member extends AuditActor {
  readonly memberId: number
}

export async function recordOnce<K extends ActivityKind>(
  { database, activity }: Pick<ActivityParts, 'database' | 'activity'>,
  actor: Member,
  kind: K,
  list: readonly (ActivityDetails<K> & { readonly itemId: number })[],
  since: Date,
): Promise<void> {
  const itemIds = list.map(({ itemId }) => itemId)
  const noted = await findNoted(database.db, { roomId: actor.roomId, memberId: actor.memberId, kind, itemIds, since })
  const details = list.filter(({ itemId }) => !noted.has(itemId))
  if (details.length > 0) await database.transaction((tx) => activity.recordEach(tx, actor, kind, details))
}
