import type { Permission } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Watch } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { SessionParts } from '../session.parts.ts'
import { concerns, isOfAct } from './hint-concerns.ts'

/** These and `documents.view` release watermarked content. */
const COPIES: ReadonlySet<Permission> = new Set(['documents.download', 'documents.print'])
const MARKED: ReadonlySet<Permission> = new Set([...COPIES, 'documents.view'])

/** A longer timer would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

interface WatchParts extends Pick<SessionParts, 'bus' | 'clock'> {
  /** The bus replays revocations announced after this position, from before the actor was read. */
  readonly asOf: number | undefined
  readonly renew: () => Promise<Actor>
}

export function watchSession(
  { bus, clock, asOf, renew }: WatchParts,
  actor: Actor,
  permission: Permission,
): Watch {
  const lost = new AbortController()
  let isReleased = false
  let known = actor
  let atChange: NodeJS.Timeout | undefined
  // The end of a lifetime causes no hint. The cleanup job covers a clock set back.
  const wait = ({ endsAt, changesAt }: Actor): void => {
    clearTimeout(atChange)
    const now = clock.now().getTime()
    // Each read returns later moments, so this ends.
    const next = Math.min(
      ...[endsAt, changesAt ?? endsAt].map((moment) => Math.max(Number(moment), now)),
    )
    if (!isReleased) atChange = setTimeout(check, Math.min(next - now + 1, TIMER_MAX_MS)).unref()
  }
  const check = (): void => {
    renew().then(
      (now) => {
        known = now
        wait(now)
        const loss = lossOf(permission, actor, now)
        if (loss) lost.abort(loss)
      },
      (reason: unknown) => lost.abort(reason),
    )
  }
  const release = bus.subscribe((heard) => {
    if (heard === 'unknown') check()
    else if (
      heard.room === actor.roomId &&
      heard.kind !== 'items' &&
      heard.kind !== 'threads' &&
      !isOfAct(heard) &&
      concerns(heard, known)
    )
      check()
  }, asOf)
  if (asOf === undefined) check()
  wait(actor)
  return {
    signal: lost.signal,
    release() {
      isReleased = true
      clearTimeout(atChange)
      release()
    },
  }
}

function lossOf(permission: Permission, before: Actor, now: Actor): Refusal | undefined {
  if (permission === 'documents.download' && !now.download) return new Refusal('DOWNLOAD_DENIED')
  if (permission === 'documents.print' && !now.print) return new Refusal('PRINT_DENIED')
  // Unmarked content must not be sent once the watermark is on.
  if (MARKED.has(permission) && now.watermark && !before.watermark)
    return new Refusal('BUSY', { retryAfter: 1 })
  // A copy with text must not be sent once copies are images.
  const toImages = now.viewing.imageCopies && !before.viewing.imageCopies
  return COPIES.has(permission) && now.watermark && toImages
    ? new Refusal('BUSY', { retryAfter: 1 })
    : undefined
}
