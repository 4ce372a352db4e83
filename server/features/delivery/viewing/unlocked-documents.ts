import { LIMITS } from '../../../../contract/core/limits.ts'
import type { HintBus } from '../../../access/hint.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { PageSize } from '../../documents/index.ts'
import type { SessionGuard } from '../../session/index.ts'
import { isLeaseAlive } from '../delivery.read.ts'
import { leaseCutoff } from '../delivery.rules.ts'

export interface Unlocked {
  /** The unique id shares the document with no other reader. */
  readonly id: string
  readonly password: string
  readonly pages: readonly PageSize[]
}

interface Owner {
  readonly sessionId: string
  readonly roomId: number
  readonly versionId: number
}

/** Passwords stay in memory while lease, session, access and document last. The lease row has them under the bearer's secret. */
export interface UnlockedDocuments {
  get(lease: string): Unlocked | undefined
  heldBy(session: Omit<Owner, 'versionId'>, versionId: number): Promise<Unlocked | undefined>
  add(lease: string, owner: Owner, unlocked: Unlocked): void
  reopen(
    lease: string,
    owner: Owner,
    open: () => Promise<Unlocked | undefined>,
  ): Promise<Unlocked | undefined>
  drop(lease: string): void
}

/** Beyond this, the longest idle documents are dropped, and reopen when used. */
const MAX_UNLOCKED = 1_000

interface UnlockedEntry {
  readonly owner: Owner
  readonly unlocked: Unlocked
  readonly end: NodeJS.Timeout
}

interface UnlockedDocumentsParts {
  readonly database: Database
  readonly bus: HintBus
  readonly clock: Clock
  readonly sessions: Pick<SessionGuard, 'admitSession'>
}

export function createUnlockedDocuments(parts: UnlockedDocumentsParts): UnlockedDocuments {
  const entries = new Map<string, UnlockedEntry>()
  const drop = (lease: string): void => {
    clearTimeout(entries.get(lease)?.end)
    entries.delete(lease)
  }
  const keep = (lease: string, entry: UnlockedEntry): void => {
    entries.delete(lease)
    entries.set(lease, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_UNLOCKED && oldest !== undefined) drop(oldest)
  }
  parts.bus.subscribe((heard) => {
    // Only deletions of items end a lease.
    if (heard !== 'unknown' && heard.kind === 'items' && !heard.gone) return
    for (const [lease, { owner }] of entries) {
      if (
        heard !== 'unknown' &&
        (heard.room !== owner.roomId || (heard.session ?? owner.sessionId) !== owner.sessionId)
      )
        continue
      void stands(parts, lease, owner).then((still) => still || drop(lease))
    }
  })
  const reopening = new Map<string, Promise<Unlocked | undefined>>()
  const add = (lease: string, owner: Owner, unlocked: Unlocked): void => {
    drop(lease)
    keep(lease, { owner, unlocked, end: setTimeout(() => drop(lease), LIMITS.leaseIdleMs).unref() })
  }
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
    add,
    reopen(lease, owner, open) {
      const known = reopening.get(lease)
      if (known) return known
      const opening = open()
        .then((unlocked) => {
          if (unlocked) add(lease, owner, unlocked)
          return unlocked
        })
        .finally(() => reopening.delete(lease))
      reopening.set(lease, opening)
      return opening
    },
    drop,
  }
}

async function stands(parts: UnlockedDocumentsParts, name: string, owner: Owner): Promise<boolean> {
  try {
    await parts.sessions.admitSession(owner.sessionId, '', 'documents.view')
    return await isAlive(parts, name, owner)
  } catch {
    return false
  }
}

function isAlive(
  { database, clock }: UnlockedDocumentsParts,
  name: string,
  { sessionId, roomId }: Omit<Owner, 'versionId'>,
): Promise<boolean> {
  return isLeaseAlive(database.db, { name, sessionId, roomId, usedAfter: leaseCutoff(clock.now()) })
}
