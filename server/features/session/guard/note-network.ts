import { auditActorOf } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import type { SessionRow } from '../session.read.ts'

const HOUR_MS = 3_600_000
/** A full list is emptied, and the database decides again. */
const KNOWN_MAX = 10_000

type NoteNetwork = (row: SessionRow, address: string) => Promise<void>

/** Logs a session at most hourly. Never throws, because the caller is refused anyway. */
export function createNetworkNotes({
  database,
  activity,
  throttle,
  clock,
  log,
}: Pick<SessionParts, 'database' | 'activity' | 'throttle' | 'clock' | 'log'>): NoteNetwork {
  let hour = 0
  const known = new Set<string>()
  return async (row, address) => {
    const now = Math.floor(clock.now().getTime() / HOUR_MS)
    if (now !== hour || known.size >= KNOWN_MAX) known.clear()
    hour = now
    if (known.has(row.id)) return
    known.add(row.id)
    try {
      await database.transaction(async (tx) => {
        if (!(await throttle.isFirst(tx, 'network-session', row.id))) return
        const actor = auditActorOf({ ...row, id: row.member_id }, address)
        await activity.record(tx, actor, 'session.refused', { reason: 'network', inUse: true })
      })
    } catch (error) {
      known.delete(row.id)
      log.error({ err: error }, 'a session in another network could not be noted')
    }
  }
}
