import { LIMITS } from '../../../contract/core/limits.ts'
import type { HintBus } from '../../access/hint.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageSize } from '../documents/index.ts'
import type { SessionGuard } from '../session/index.ts'
import { isLeaseAlive } from './renditions.read.ts'
import { livingSince } from './renditions.rules.ts'

/** A locked document as it was opened for one lease. */
export interface Unlocked {
  /** Under which the render workers hold it open: of this lease alone, so that no other reader meets the opened document. */
  readonly id: string
  readonly password: string
  readonly pages: readonly PageSize[]
}

/** Whose lease it is, and on what. */
interface Owner {
  readonly sessionId: string
  readonly roomId: number
  readonly versionId: number
}

/**
 * The passwords of locked documents that are being read: in the memory of this process alone, and no longer than lease, session, access and
 * document last. Whoever comes back later, or to another node, is asked again.
 */
export interface UnlockedDocuments {
  /** Counts as a use of the lease. */
  get(lease: string): Unlocked | undefined
  /** As a session has a version open now, in whatever lease that lives; counts as a use of it. */
  heldBy(session: Omit<Owner, 'versionId'>, versionId: number): Promise<Unlocked | undefined>
  add(lease: string, owner: Owner, unlocked: Unlocked): void
  drop(lease: string): void
}

/** More at once are not kept: the reader who has rested longest is asked again. */
const MAX_UNLOCKED = 1_000

interface Entry {
  readonly owner: Owner
  readonly unlocked: Unlocked
  readonly end: NodeJS.Timeout
}

interface Parts {
  readonly database: Database
  readonly bus: HintBus
  readonly clock: Clock
  readonly sessions: Pick<SessionGuard, 'admitSession'>
}

export function createUnlockedDocuments(parts: Parts): UnlockedDocuments {
  /** The one that was used last comes last. */
  const entries = new Map<string, Entry>()
  const drop = (lease: string): void => {
    clearTimeout(entries.get(lease)?.end)
    entries.delete(lease)
  }
  const keep = (lease: string, entry: Entry): void => {
    entries.delete(lease)
    entries.set(lease, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_UNLOCKED && oldest !== undefined) drop(oldest)
  }
  parts.bus.subscribe((heard) => {
    // Of items, only one that is taken away ends anything.
    if (heard !== 'unknown' && heard.kind === 'items' && !heard.gone) return
    for (const [lease, { owner }] of entries) {
      if (heard !== 'unknown' && (heard.room !== owner.roomId || (heard.session ?? owner.sessionId) !== owner.sessionId)) continue
      void stands(parts, lease, owner).then((still) => still || drop(lease))
    }
  })
  const get = (lease: string): Unlocked | undefined => {
    const entry = entries.get(lease)
    if (entry) keep(lease, { ...entry, end: entry.end.refresh() })
    return entry?.unlocked
  }
  return {
    get,
    async heldBy({ sessionId, roomId }, versionId) {
      for (const [lease, { owner }] of [...entries]) {
        if (owner.sessionId !== sessionId || owner.versionId !== versionId) continue
        if (await isAlive(parts, lease, { sessionId, roomId })) return get(lease)
      }
      return undefined
    },
    add(lease, owner, unlocked) {
      drop(lease)
      keep(lease, { owner, unlocked, end: setTimeout(() => drop(lease), LIMITS.leaseIdleMs).unref() })
    },
    drop,
  }
}

/** Whether a lease and all that it rests on are still there. */
async function stands(parts: Parts, name: string, owner: Owner): Promise<boolean> {
  try {
    await parts.sessions.admitSession(owner.sessionId, '', 'documents.view')
    return await isAlive(parts, name, owner)
  } catch {
    // Where that cannot be said the password goes too: it can be asked for again.
    return false
  }
}

function isAlive({ database, clock }: Parts, name: string, { sessionId, roomId }: Omit<Owner, 'versionId'>): Promise<boolean> {
  return isLeaseAlive(database.db, { name, sessionId, roomId, usedAfter: livingSince(clock.now()) })
}
