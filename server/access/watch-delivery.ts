import type { Permission } from '../../contract/core/permissions.ts'
import type { Watch } from '../platform/http/mount.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Actor } from './actor.ts'
import { authorize, type FoundSubject, type GateParts, type Subjects } from './authorize.ts'
import type { HintBus } from './hint.ts'
import { visibleItems } from './items.ts'
import type { AskerOf, FactsOf, Purpose } from './policies.ts'

export interface DeliveryInProgress<P extends Purpose, F> {
  readonly asker: AskerOf<P> & Actor
  readonly subjects: Subjects<F>
  readonly purpose: P
  readonly asOf: number
  /** True means without a watermark. */
  readonly unmarked?: readonly boolean[]
}

interface WatchParts extends GateParts {
  readonly bus: Pick<HintBus, 'position' | 'subscribe'>
  readonly sessions: {
    renew(actor: Actor, permission: Permission, flow: { outlastsIdle: true }): Promise<Actor>
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1

/** Aborts the delivery within a second after a loss of rights, despite slow readers. The caller must release the watch. */
export function watchDelivery<P extends Purpose, F extends FoundSubject<FactsOf<P>>>(
  parts: WatchParts,
  { asker, subjects, purpose, asOf, unmarked = [] }: DeliveryInProgress<P, F>,
): Watch {
  const gone = new AbortController()
  let atChange: NodeJS.Timeout | undefined
  let isReleased = false
  const look = async (): Promise<void> => {
    const now = await parts.sessions.renew(asker, 'documents.read', { outlastsIdle: true })
    wait(now)
    const verdicts = await authorize(
      parts,
      now as AskerOf<P>,
      subjects.within?.(visibleItems(now)) ?? subjects,
      purpose,
    )
    const denied = verdicts.find((verdict) => verdict.outcome === 'denied')
    if (denied) gone.abort(new Refusal(denied.code))
    const needsMark = verdicts.some(
      (verdict, index) =>
        verdict.outcome === 'allowed' && verdict.mark !== 'unmarked' && unmarked[index],
    )
    if (needsMark) gone.abort(new Refusal('BUSY', { retryAfter: 1 }))
  }
  let looking: Promise<void> | undefined
  let again = false
  // Large deletions cause many events.
  const check = (): void => {
    again = looking !== undefined
    looking ??= look()
      .catch((error: unknown) => gone.abort(error))
      .finally(() => {
        looking = undefined
        if (again) check()
      })
  }
  const wait = ({ changesAt }: Actor): void => {
    clearTimeout(atChange)
    const left =
      changesAt === undefined ? undefined : changesAt.getTime() - parts.clock.now().getTime()
    if (left !== undefined && !isReleased)
      atChange = setTimeout(check, Math.min(left + 1, MAX_TIMER_MS)).unref()
  }
  wait(asker)
  const release = parts.bus.subscribe((heard) => {
    if (
      heard === 'unknown' ||
      (heard.room === asker.roomId && (heard.gone || heard.kind === 'rights'))
    )
      check()
  }, asOf)
  return {
    signal: gone.signal,
    release() {
      isReleased = true
      clearTimeout(atChange)
      release()
    },
  }
}
