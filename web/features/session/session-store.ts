import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { join } from '../../../contract/features/session.ts'
import { systemClock } from '../../lib/clock.ts'
import type { LastSeen } from '../../lib/idle-timer.ts'
import { type Stored, storedInBrowser } from '../../lib/stored.ts'

type Entered = PayloadOut<typeof join>

/** What the session waits for. */
export interface Step {
  /** The address to which the code was mailed, shortened. */
  readonly email: string
  /** When that was, by this browser's clock. */
  readonly askedAt: number
}

/** The session as this browser remembers it: what the server gave at the entrance, and whether the notice was accepted since. */
export type SessionRecord = Omit<Entered, 'secondsLeft'> & {
  readonly agreed: boolean
  /** When it ends, by this browser's clock; absent where it was stored by an earlier release. */
  readonly endsAt?: number
  /** There until the second step is taken. */
  readonly step?: Step
}

const FIELDS = {
  jwt: 'string',
  roomId: 'number',
  roomNo: 'string',
  roleId: 'number',
  userId: 'number',
  id: 'number',
  email: 'string',
  name: 'string',
  print: 'boolean',
  download: 'boolean',
  agreed: 'boolean',
} as const satisfies Record<Exclude<keyof SessionRecord, 'step' | 'endsAt'>, 'string' | 'number' | 'boolean'>

export const isSession = (value: unknown): value is SessionRecord =>
  typeof value === 'object' && value !== null && Object.entries(FIELDS).every(([field, type]) => typeof Reflect.get(value, field) === type)

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isText = (value: unknown): value is string => typeof value === 'string'

export const fitting =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): T | undefined =>
    fits(value) ? value : undefined

export interface Changes {
  readonly name?: string
  readonly email?: string
  readonly print?: boolean
  readonly download?: boolean
  readonly roleId?: number
  readonly agreed?: boolean
  readonly step?: Step
}

/** One session for all tabs. It decides what is shown and nothing else: the server checks every call by its own record. */
export interface SessionStore {
  read(): SessionRecord | undefined
  subscribe(listener: () => void): () => void
  /** @param email the address to which a code was mailed that is still to be entered. */
  enter(session: Entered, email?: string): void
  /** Without a session nothing changes. */
  update(changes: Changes): void
  /** Forgets the session; the reason is shown at the entrance until the next one. */
  end(reason?: string): void
  endReason(): string | undefined
  /** When the server last heard of the person. */
  readonly lastSeen: LastSeen
}

/** Kept in the browser's storage, so that all tabs share it. */
export function createSessionStore(): SessionStore {
  const stored: Stored<SessionRecord> = storedInBrowser('session', fitting(isSession))
  const lastSeen = storedInBrowser('lastSeen', fitting(isNumber))
  // Kept for all tabs: the one that heard of the end may not be the one in sight.
  const reason = storedInBrowser('endReason', fitting(isText))

  return {
    read: stored.read,
    subscribe: stored.subscribe,
    enter({ secondsLeft, ...session }, email) {
      const askedAt = systemClock.now()
      reason.write(undefined)
      lastSeen.write(askedAt)
      stored.write({ ...session, endsAt: askedAt + secondsLeft * 1_000, agreed: false, ...(email && { step: { email, askedAt } }) })
    },
    update(changes) {
      const session = stored.read()
      if (session) stored.write({ ...session, ...changes })
    },
    end(text) {
      reason.write(text)
      stored.write(undefined)
      // Last: while there is a session, nothing here says that it was seen long ago.
      lastSeen.write(undefined)
    },
    endReason: reason.read,
    lastSeen,
  }
}
