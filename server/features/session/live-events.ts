import { randomInt } from 'node:crypto'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { LiveEvent } from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import type { Hint } from '../../access/hint.ts'
import { seesChange } from '../../access/levels.read.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Heard } from '../../platform/events/bus.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { roomIfAny, roomPhaseOf, viewingOf, watermarkStyleOf } from '../rooms/index.ts'
import { concerns, isOfAct } from './guard/hint-concerns.ts'
import type { SessionGuard } from './guard/session-guard.ts'
import type { SessionParts } from './session.parts.ts'

/** A slow reader gets a notice instead of a growing queue. */
const QUEUE_MAX = 200

/** A group must not ask at once. */
const SPREAD_MS = 3_000

interface LiveParts extends Pick<SessionParts, 'bus' | 'database' | 'clock'> {
  readonly guard: SessionGuard
  readonly heartbeatMs?: number
}

/**
 * Hints carry no content. Heartbeats recheck the session, because idleness causes no hint. Ends of grants and access times also cause a
 * check.
 */
export async function* liveEvents(
  parts: LiveParts,
  actor: Actor,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  let known = actor
  const inbox = openInbox(parts.bus, () => known)
  try {
    known = await parts.guard.renewTogether(actor, 'session.use')
    yield { type: 'hello' }
    let itemsAt = Number.POSITIVE_INFINITY
    for (;;) {
      const heard = await inbox.next(
        Math.min(waitOf(parts, known), Math.max(0, Math.ceil(itemsAt - performance.now()))),
        signal,
      )
      if (signal.aborted) return
      const isOver = known.changesAt !== undefined && known.changesAt <= parts.clock.now()
      known = await parts.guard.renewTogether(actor, 'session.use')
      if (isOver) {
        yield rightsOf(known)
        itemsAt = Math.min(itemsAt, performance.now() + randomInt(SPREAD_MS))
      }
      const isDue = performance.now() >= itemsAt
      if (isDue) {
        itemsAt = Number.POSITIVE_INFINITY
        yield { type: 'items', parent: 0 }
      }
      if (heard !== undefined || !(isOver || isDue)) yield* await report(parts, known, heard)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    yield { type: 'ended', code: error.code }
  } finally {
    inbox.close()
  }
}

/** The database stores fractions of a millisecond, so this adds one. */
function waitOf(
  { heartbeatMs = LIMITS.heartbeatMs, clock }: LiveParts,
  { changesAt }: Actor,
): number {
  if (changesAt === undefined) return heartbeatMs
  return Math.max(0, Math.min(heartbeatMs, changesAt.getTime() - clock.now().getTime() + 1))
}

const rightsOf = ({ print, download, text, roleId }: Actor): LiveEvent => ({
  type: 'rights',
  print,
  download,
  text,
  roleId,
})

async function report(
  { database }: LiveParts,
  now: Actor,
  heard: Heard<Hint> | undefined,
): Promise<LiveEvent[]> {
  if (heard === undefined) return [{ type: 'heartbeat' }]
  const rights = rightsOf(now)
  if (heard !== 'unknown') {
    if (isOfAct(heard)) return progressFor(now, heard)
    if (heard.kind === 'items')
      return (await concernsItems(database.db, now, heard))
        ? [{ type: 'items', parent: heard.parent ?? 0 }]
        : []
    if (heard.kind === 'threads') return concerns(heard, now) ? [{ type: 'threads' }] : []
    if (heard.group !== undefined || heard.regrouped) return [rights, { type: 'items', parent: 0 }]
    if (heard.kind !== 'room') return [rights]
  }
  const room = await roomIfAny(database.db, now.roomId)
  if (!room) return [rights]
  const { watermark, noti } = room
  const events: LiveEvent[] = [
    rights,
    {
      type: 'room',
      watermark,
      noti,
      watermarkStyle: watermarkStyleOf(room),
      viewing: viewingOf(room),
      ...roomPhaseOf(room),
    },
  ]
  return heard === 'unknown' ? [...events, ...missed(now)] : events
}

/** Only the acting session gets its progress, and no view as another person. */
function progressFor({ sessionId }: Actor, { session, progress }: Hint): LiveEvent[] {
  if (!progress || session !== sessionId) return []
  const { id: act, done, total } = progress
  return [{ type: 'progress', act, done, total }]
}

function missed(now: Actor): LiveEvent[] {
  const items: LiveEvent = { type: 'items', parent: 0 }
  return concerns({ kind: 'threads', isForAll: true }, now) ? [items, { type: 'threads' }] : [items]
}

/** People hear of items they see or saw. */
function concernsItems(db: Queryable, { roomId, group }: Actor, heard: Hint): Promise<boolean> {
  if (!group) return Promise.resolve(true)
  if (heard.unseen) return Promise.resolve(false)
  const asked = answers.get(heard) ?? new Map<number, Promise<boolean>>()
  answers.set(heard, asked)
  const change = {
    folderId: heard.parent ?? 0,
    itemIds: heard.items,
    isWithdrawn: heard.withdrawn ?? false,
  }
  const known = asked.get(group.groupId) ?? seesChange(db, { roomId, group }, change)
  asked.set(group.groupId, known)
  return known
}

const answers = new WeakMap<Hint, Map<number, Promise<boolean>>>()

function openInbox(bus: SessionParts['bus'], known: () => Actor) {
  const queue: Heard<Hint>[] = []
  let wake: (() => void) | undefined
  const close = bus.subscribe((heard) => {
    if (heard !== 'unknown' && !(heard.room === known().roomId && concerns(heard, known()))) return
    if (queue.length >= QUEUE_MAX) queue.splice(0, queue.length, 'unknown')
    else queue.push(heard)
    wake?.()
  })
  return {
    close,
    async next(withinMs: number, signal: AbortSignal): Promise<Heard<Hint> | undefined> {
      if (queue.length === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = (): void => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            wake = undefined
            resolve()
          }
          const timer = setTimeout(done, withinMs)
          signal.addEventListener('abort', done, { once: true })
          wake = done
        })
      }
      return queue.shift()
    },
  }
}
