import { storedInBrowser } from '../../../lib/browser/stored.ts'
import { fitting, isSession, type SessionRecord } from './session-record.ts'

const NONE: readonly SessionRecord[] = []

const acceptHeld = (value: unknown): readonly SessionRecord[] => [value].flat().filter(isSession)

/** The sessions of all rooms, the newest first. */
export function createHeldSessions() {
  // Tabs of earlier releases may still use this form and key.
  const newest = storedInBrowser('session', fitting(isSession))
  const held = storedInBrowser('sessions', acceptHeld)
  let known: { readonly first?: SessionRecord | undefined; readonly list?: readonly SessionRecord[] | undefined } = {}
  let joined = NONE
  const listeners = new Set<() => void>()
  const all = () => {
    const [first, list] = [newest.read(), held.read()]
    if (first !== known.first || list !== known.list) {
      known = { first, list }
      // A tab of an earlier release removed the first session.
      joined = first ? [first, ...(list ?? NONE).filter((each) => each.roomId !== first.roomId)] : (list ?? NONE).slice(1)
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
  const subscribe = (listener: () => void) => {
    const leaves = [newest, held].map((each) => each.subscribe(listener))
    listeners.add(listener)
    return () => {
      for (const leave of leaves) leave()
      listeners.delete(listener)
    }
  }
  /** For changes of this tab alone. */
  const announce = () => {
    for (const listener of listeners) listener()
  }
  return { all, others, keep, subscribe, announce }
}
