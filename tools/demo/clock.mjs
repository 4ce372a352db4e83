import { setTimeout as wait } from 'node:timers/promises'

/** How long is waited where time cannot be moved: longer than the second below which the server takes no report of reading. */
const MOMENT_MS = 1_200

/**
 * The clock of a server that was started behind. It goes on as all clocks do, and is moved forward, never back and never beyond the present.
 * `pass` and `read` let so many seconds go by; only while somebody reads does it matter where no clock can be moved.
 * @param set tells the server how far behind it is from now on.
 */
export function movedClock(behindMs, set) {
  let behind = behindMs
  const now = () => new Date(Date.now() - behind)
  const moveTo = async (at) => {
    const wanted = Math.max(0, Date.now() - at.getTime())
    if (wanted >= behind) return
    behind = wanted
    await set(behind)
  }
  const pass = (seconds) => moveTo(new Date(now().getTime() + seconds * 1_000))
  return { moveTo, pass, read: pass }
}

/** The clock of a server that runs already, in which nobody moves time: all happens now, and only what is read takes a moment. */
export const presentClock = { moveTo: async () => undefined, pass: async () => undefined, read: () => wait(MOMENT_MS) }
