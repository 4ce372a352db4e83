import { LIMITS } from '../../../contract/core/limits.ts'
import type { LiveEvent } from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import type { Hint } from '../../access/hint.ts'
import type { Heard } from '../../platform/events/bus.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findRoom, standingOf, viewingOf, watermarkStyleOf } from '../rooms/index.ts'
import type { SessionParts } from './session.parts.ts'
import type { SessionGuard } from './session-guard.ts'
import { concerns } from './session-guard.ts'

/** A slow reader is told that it missed something instead of growing a queue. */
const QUEUE_MAX = 200

interface LiveParts extends Pick<SessionParts, 'bus' | 'database'> {
  readonly guard: SessionGuard
  /** LIMITS.heartbeatMs unless given. */
  readonly heartbeatMs?: number
}

/**
 * What happens in the room, as far as it concerns this session; ends with the session. A hint only says that something changed, so what
 * is told is read anew. The session is looked at once the stream listens and at each heartbeat too: nobody announces that it became idle.
 */
export async function* liveEvents(parts: LiveParts, actor: Actor, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const inbox = openInbox(parts.bus, actor)
  try {
    await parts.guard.renew(actor, 'session.use')
    yield { type: 'hello' }
    for (;;) {
      const heard = await inbox.next(parts.heartbeatMs ?? LIMITS.heartbeatMs, signal)
      if (signal.aborted) return
      yield* await tell(parts, actor, heard)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    yield { type: 'ended', code: error.code }
  } finally {
    inbox.close()
  }
}

async function tell({ guard, database }: LiveParts, actor: Actor, heard: Heard<Hint> | undefined): Promise<LiveEvent[]> {
  const now = await guard.renew(actor, 'session.use')
  if (heard === undefined) return [{ type: 'heartbeat' }]
  const rights: LiveEvent = { type: 'rights', print: now.print, download: now.download, text: now.text, roleId: now.roleId }
  if (heard !== 'unknown') {
    if (heard.kind === 'items') return [{ type: 'items', parent: heard.parent ?? 0 }]
    if (heard.kind !== 'room') return [rights]
  }
  const room = await findRoom(database.db, actor.roomId)
  if (!room) return [rights]
  const { watermark, noti } = room
  return [rights, { type: 'room', watermark, noti, watermarkStyle: watermarkStyleOf(room), viewing: viewingOf(room), ...standingOf(room) }]
}

function openInbox(bus: SessionParts['bus'], actor: Actor) {
  const queue: Heard<Hint>[] = []
  let wake: (() => void) | undefined
  const close = bus.subscribe((heard) => {
    if (heard !== 'unknown' && !(heard.room === actor.roomId && concerns(heard, actor))) return
    if (queue.length >= QUEUE_MAX) queue.splice(0, queue.length, 'unknown')
    else queue.push(heard)
    wake?.()
  })
  return {
    close,
    /** The next thing heard; undefined when nothing came in time or the reader went away. */
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
