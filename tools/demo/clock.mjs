import { setTimeout as wait } from 'node:timers/promises'

/** The server ignores shorter reading reports. */
const MOMENT_MS = 1_200

/** The clock moves only forward. `pass` and `read` take seconds. @param set reports the lag */
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

export const presentClock = {
  moveTo: async () => undefined,
  pass: async () => undefined,
  read: () => wait(MOMENT_MS),
}
