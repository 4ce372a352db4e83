import { storedInBrowser } from '../../../lib/browser/stored.ts'
import { fitting, isSession, type SessionRecord } from './session-record.ts'

const NONE: readonly SessionRecord[] = []

const acceptHeld = (value: unknown): readonly SessionRecord[] => [value].flat().filter(isSession)

/** The sessions of all rooms, the newest first. */
export function createHeldSessions() {
  // Tabs of earlier releases may still use this form and key.
  const newest = storedInBrowser('session', fitting(isSession))
  const held = storedInBrowser('sessions', acceptHeld)
  let first: SessionRecord | undefined
  let rest = NONE
  let joined = NONE
  const all = () => {
    const [nowFirst, nowRest] = [newest.read(), held.read() ?? NONE]
    if (nowFirst !== first || nowRest !== rest) {
      first = nowFirst
      rest = nowRest
      // A tab of an earlier release removed the first session.
      joined = first
        ? [first, ...rest.filter((each) => each.roomId !== nowFirst?.roomId)]
        : rest.slice(1)
    }
    return joined
  }
  /** No session may be missing between the two writes. */
  const keep = (list: readonly SessionRecord[]): void => {
    const isFirst = newest.read() === undefined
    if (isFirst) newest.write(list[0])
    held.write(list.length > 0 ? list : undefined)
    if (!isFirst) newest.write(list[0])
  }
  const others = (roomId: number | undefined) => all().filter((each) => each.roomId !== roomId)
  /** Each write notifies, also of what the tab changed before it. */
  const subscribe = (listener: () => void) => {
    const leaves = [newest, held].map((each) => each.subscribe(listener))
    return () => {
      for (const leave of leaves) leave()
    }
  }
  return { all, others, keep, subscribe }
}
