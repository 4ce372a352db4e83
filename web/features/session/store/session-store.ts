import { systemClock } from '../../../lib/browser/clock.ts'
import type { LastSeen } from '../../../lib/browser/idle-timer.ts'
import { storedInBrowser } from '../../../lib/browser/stored.ts'
import { createHeldSessions } from './held-sessions.ts'
import type { Entered, SecondStep, SessionRecord } from './session-record.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

export interface SessionChanges {
  readonly name?: string
  readonly email?: string
  readonly print?: boolean
  readonly download?: boolean
  readonly roleId?: number
  readonly agreed?: boolean
  readonly step?: SecondStep
}

/** Each tab is in one room. Shared storage only decides what is shown. */
export interface SessionStore {
  read(): SessionRecord | undefined
  all(): readonly SessionRecord[]
  subscribe(listener: () => void): () => void
  open(roomId: number): void
  look(): void
  /** @param email received a code. @returns sessions dropped for the same room or the limit. */
  enter(session: Entered, email?: string, ways?: readonly string[]): readonly SessionRecord[]
  hasEntered(): boolean
  update(changes: SessionChanges): void
  end(reason?: string): void
  endAll(): void
  endReason(): string | undefined
  readonly lastSeen: LastSeen
}

interface Reason {
  readonly roomId: number
  readonly text: string
}
type Times = Readonly<Record<string, number | undefined>>

const ROOMS_MAX = 10
const ROOM_KEY = 'room'

const acceptReason = (value: unknown): Reason | string | undefined =>
  isText(value) || isText((value as Partial<Reason> | null)?.text)
    ? (value as Reason | string)
    : undefined

const acceptTimes = (value: unknown): Times | undefined =>
  typeof value === 'object' && value !== null ? (value as Times) : undefined

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The value survives a reload; new tabs have none. */
const tabRoom = {
  read: (): number | undefined => Number(sessionStorage.getItem(ROOM_KEY)) || undefined,
  write: (roomId: number): void => sessionStorage.setItem(ROOM_KEY, String(roomId)),
}

export function createSessionStore(): SessionStore {
  const { all, others, keep, subscribe } = createHeldSessions()
  const times = storedInBrowser('lastSeen', acceptTimes)
  // The tab that notices the end may be hidden, so storage is shared.
  const reason = storedInBrowser('endReason', acceptReason)
  let last: SessionRecord | undefined
  let hasEntered = false

  const read = (): SessionRecord | undefined => {
    const [first] = all()
    const roomId = tabRoom.read()
    if (roomId === undefined && first) tabRoom.write(first.roomId)
    const own = roomId === undefined ? first : all().find((each) => each.roomId === roomId)
    // Other rooms' sessions do not change this one.
    if (!isSame(own, last)) last = own
    return last
  }
  const seen = (roomId: number | undefined, at: number | undefined): void => {
    const held = new Set([...all().map((each) => each.roomId), roomId].map(String))
    const kept = Object.entries({ ...times.read(), [String(roomId)]: at }).filter(
      ([room, time]) => time !== undefined && held.has(room),
    )
    times.write(kept.length === 0 ? undefined : Object.fromEntries(kept))
  }

  return {
    read,
    all,
    subscribe,
    open(roomId) {
      const own = all().find((each) => each.roomId === roomId)
      if (!own) return
      tabRoom.write(roomId)
      reason.write(undefined)
      keep([own, ...others(roomId)])
    },
    look() {
      const own = read()
      if (own && all()[0]?.roomId !== own.roomId) keep([own, ...others(own.roomId)])
    },
    hasEntered: () => hasEntered,
    enter({ secondsLeft, ...session }, email, ways) {
      hasEntered = true
      const { roomId } = session
      const askedAt = systemClock.now()
      const former = all().filter((each) => each.roomId === roomId && each.jwt !== session.jwt)
      const rest = others(roomId)
      tabRoom.write(roomId)
      reason.write(undefined)
      seen(roomId, askedAt)
      const entered = {
        ...session,
        endsAt: askedAt + secondsLeft * 1_000,
        agreed: false,
        ...(email && { step: { email, askedAt, ways } }),
      }
      keep([entered, ...rest.slice(0, ROOMS_MAX - 1)])
      return [...former, ...rest.slice(ROOMS_MAX - 1)]
    },
    update(changes) {
      const session = read()
      if (!session || isSame(session, { ...session, ...changes })) return
      keep(
        all().map((each) => (each.roomId === session.roomId ? { ...session, ...changes } : each)),
      )
    },
    end(text) {
      const roomId = read()?.roomId ?? tabRoom.read()
      reason.write(text === undefined || roomId === undefined ? text : { roomId, text })
      keep(others(roomId))
      // The session must not look idle before it ends.
      seen(roomId, undefined)
    },
    endAll() {
      reason.write(undefined)
      keep([])
      times.write(undefined)
    },
    endReason() {
      const known = reason.read()
      if (known === undefined || isText(known)) return known
      return known.roomId === (tabRoom.read() ?? known.roomId) ? known.text : undefined
    },
    lastSeen: {
      read: () => times.read()?.[String(tabRoom.read())],
      write: (at) => seen(tabRoom.read(), at),
      subscribe: times.subscribe,
    },
  }
}
