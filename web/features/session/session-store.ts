import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { join } from '../../../contract/features/session.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import type { LastSeen } from '../../lib/browser/idle-timer.ts'
import { type Stored, storedInBrowser } from '../../lib/browser/stored.ts'

type Entered = PayloadOut<typeof join>

export interface Step {
  /** Shortened. */
  readonly email: string
  /** By this browser's clock. */
  readonly askedAt: number
}

export type SessionRecord = Omit<Entered, 'secondsLeft'> & {
  readonly agreed: boolean
  /** Uses this browser's clock. Earlier releases did not store it. */
  readonly endsAt?: number
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

/** Shared by all tabs. It only decides what is shown. */
export interface SessionStore {
  read(): SessionRecord | undefined
  subscribe(listener: () => void): () => void
  /** @param email received a code. */
  enter(session: Entered, email?: string): void
  update(changes: Changes): void
  /** The login shows the reason. */
  end(reason?: string): void
  endReason(): string | undefined
  readonly lastSeen: LastSeen
}

export function createSessionStore(): SessionStore {
  const stored: Stored<SessionRecord> = storedInBrowser('session', fitting(isSession))
  const lastSeen = storedInBrowser('lastSeen', fitting(isNumber))
  // The tab that learns of the end may be hidden.
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
      // Last, since a session must not look idle.
      lastSeen.write(undefined)
    },
    endReason: reason.read,
    lastSeen,
  }
}
