import { auditActorOf } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import type { SessionRow } from '../session.read.ts'

const HOUR_MS = 3_600_000
/** A full set is emptied; the throttle in the database still allows one entry in an hour. */
const LOGGED_MAX = 10_000

type LogNetworkRefusal = (row: SessionRow, address: string) => Promise<void>

/** Logs that a session was refused because of its network, at most hourly for each. Never throws, as the call is refused anyway. */
export function createNetworkRefusalLog({
  database,
  activity,
  throttle,
  clock,
  log,
}: Pick<SessionParts, 'database' | 'activity' | 'throttle' | 'clock' | 'log'>): LogNetworkRefusal {
  let hour = 0
  const loggedThisHour = new Set<string>()
  return async (row, address) => {
    const now = Math.floor(clock.now().getTime() / HOUR_MS)
    if (now !== hour || loggedThisHour.size >= LOGGED_MAX) loggedThisHour.clear()
    hour = now
    if (loggedThisHour.has(row.id)) return
    loggedThisHour.add(row.id)
    try {
      await database.transaction(async (tx) => {
        if (!(await throttle.countFirst(tx, 'network-session', row.id))) return
        const actor = auditActorOf({ ...row, id: row.member_id }, address)
        // `inUse` sets it apart from a refused entry.
        await activity.record(tx, actor, 'session.refused', { reason: 'network', inUse: true })
      })
    } catch (error) {
      loggedThisHour.delete(row.id)
      log.error({ err: error }, 'a session in another network could not be logged')
    }
  }
}
