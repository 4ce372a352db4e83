import { z } from 'zod'
import { sessionPayload } from '../../../contract/features/session.ts'
import { systemClock } from '../../lib/clock.ts'
import type { LastSeen } from '../../lib/idle-timer.ts'
import { createStored, type Stored } from '../../lib/stored.ts'

const sessionRecord = sessionPayload.extend({ agreed: z.boolean() })

/** The session as this browser remembers it: what the server gave at the entrance, and whether the notice was accepted since. */
export type SessionRecord = z.output<typeof sessionRecord>
type Entered = z.output<typeof sessionPayload>

interface Changes {
  readonly print?: boolean
  readonly download?: boolean
  readonly roleId?: number
  readonly agreed?: boolean
}

/** One session for all tabs. It decides what is shown and nothing else: the server checks every call by its own record. */
export interface SessionStore {
  read(): SessionRecord | undefined
  subscribe(listener: () => void): () => void
  enter(session: Entered): void
  /** Without a session nothing changes. */
  update(changes: Changes): void
  /** Forgets the session; the reason is shown at the entrance until the next one. */
  end(reason?: string): void
  endReason(): string | undefined
  /** When the server last heard of the person. */
  readonly lastSeen: LastSeen
}

export function createSessionStore(): SessionStore {
  const stored: Stored<SessionRecord> = createStored(localStorage, window, 'session', sessionRecord)
  const lastSeen = createStored(localStorage, window, 'lastSeen', z.number())
  // Kept for all tabs: the one that heard of the end may not be the one in sight.
  const reason = createStored(localStorage, window, 'endReason', z.string())

  return {
    read: stored.read,
    subscribe: stored.subscribe,
    enter(session) {
      reason.write(undefined)
      lastSeen.write(systemClock.now())
      stored.write({ ...session, agreed: false })
    },
    update(changes) {
      const session = stored.read()
      if (session) stored.write({ ...session, ...changes })
    },
    end(text) {
      reason.write(text)
      lastSeen.write(undefined)
      stored.write(undefined)
    },
    endReason: reason.read,
    lastSeen,
  }
}
