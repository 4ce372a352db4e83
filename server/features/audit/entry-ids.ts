import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { nextEntryIds } from './audit.store.ts'

const AHEAD = 16
/** Processes' entries stay ordered to a second. */
const FRESH_MS = 1_000

/** Ids increase within a process, and gaps are harmless. */
export function createEntryIds(clock: Clock): (tx: Tx, count: number) => Promise<number[]> {
  let ahead: number[] = []
  let takenAt = 0
  let last = 0
  return async (tx, count) => {
    if (clock.now().getTime() - takenAt > FRESH_MS) ahead = []
    while (ahead.length < count) {
      const asked = clock.now().getTime()
      const taken = await nextEntryIds(tx, Math.max(AHEAD, count))
      // Concurrent calls may use higher ids.
      ahead = [...ahead, ...taken].filter((id) => id > last).sort((one, other) => one - other)
      takenAt = asked
    }
    const given = ahead.splice(0, count)
    last = given.at(-1) ?? last
    return given
  }
}
