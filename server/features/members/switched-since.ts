import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberParts } from './members.parts.ts'
import type { Right } from './members.store.ts'

/** An undo is offered for seconds, and longer only under the pointer. */
const UNDONE_WITHIN_MS = 3_600_000

/** A switch that was set twice looks as before. @returns the people whose switch somebody else set last */
export async function switchedByOthers(
  tx: Tx,
  { activity, clock }: Pick<MemberParts, 'activity' | 'clock'>,
  actor: Actor,
  right: Right,
): Promise<ReadonlySet<number>> {
  const since = new Date(clock.now().getTime() - UNDONE_WITHIN_MS)
  const entries = await activity.recent(tx, { roomId: actor.roomId, kind: 'member.right', since })
  const last = new Map<number, number | null>()
  for (const { memberId: doer, details } of entries)
    if (details.target === right && !last.has(details.memberId)) last.set(details.memberId, doer)
  return new Set(
    [...last].flatMap(([memberId, doer]) => (doer === actor.memberId ? [] : [memberId])),
  )
}
