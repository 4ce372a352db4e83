import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { nextEntryIds } from './activity.store.ts'

/** Ids that are taken at once, so that most actions of a busy moment need not ask for theirs. */
const AHEAD = 16
/** Older ones are left unused: beside entries of other processes ids go by time, to about a second. */
const FRESH_MS = 1_000

/** Gives ids of entries, those of one process in their order. What is taken and not used is missing from the ids, and from nothing else. */
export function createEntryIds(clock: Clock): (tx: Tx, count: number) => Promise<number[]> {
  let ahead: number[] = []
  let takenAt = 0
  let last = 0
  return async (tx, count) => {
    if (clock.now().getTime() - takenAt > FRESH_MS) ahead = []
    while (ahead.length < count) {
      const asked = clock.now().getTime()
      const taken = await nextEntryIds(tx, Math.max(AHEAD, count))
      // Others may have asked meanwhile, and been answered with higher ones that are in use already.
      ahead = [...ahead, ...taken].filter((id) => id > last).sort((one, other) => one - other)
      takenAt = asked
    }
    const given = ahead.splice(0, count)
    last = given.at(-1) ?? last
    return given
  }
}
