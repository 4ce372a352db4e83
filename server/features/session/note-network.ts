import { auditActorOf } from './entry/visitor.ts'
import type { SessionParts } from './session.parts.ts'
import type { SessionRow } from './session.read.ts'

/** Once an hour for each session, whatever the number of calls. */
export function noteNetwork(
  { database, activity, throttle }: Pick<SessionParts, 'database' | 'activity' | 'throttle'>,
  row: SessionRow,
  address: string,
): Promise<void> {
  return database.transaction(async (tx) => {
    if (!(await throttle.isFirst(tx, 'network-session', row.id))) return
    await activity.record(tx, auditActorOf({ ...row, id: row.member_id }, address), 'session.refused', { reason: 'network' })
  })
}
