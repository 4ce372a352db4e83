import type { Watch } from '../platform/http/mount.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { authorize, type Found, type GateParts, type Subjects } from './authorize.ts'
import type { HintBus } from './hint.ts'
import type { AskerOf, FactsOf, Purpose } from './policies.ts'

/** What is on its way, for whom and for what. */
export interface OnItsWay<P extends Purpose, F> {
  readonly asker: AskerOf<P> & { readonly roomId: number }
  readonly subjects: Subjects<F>
  readonly purpose: P
  /** Of the verdict by which it leaves. */
  readonly asOf: number
}

/**
 * Watches over documents that are being handed out: it aborts within a second of one being deleted, so that who deletes it does not wait until
 * a slow reader has all of it. Released when nothing is handed out any more.
 */
export function watchDelivery<P extends Purpose, F extends Found<FactsOf<P>>>(
  parts: GateParts & { readonly bus: Pick<HintBus, 'position' | 'subscribe'> },
  { asker, subjects, purpose, asOf }: OnItsWay<P, F>,
): Watch {
  const gone = new AbortController()
  const look = async (): Promise<void> => {
    const verdicts = await authorize(parts, asker, subjects, purpose)
    if (verdicts.some(({ outcome }) => outcome === 'denied')) gone.abort(new Refusal('NOT_FOUND'))
  }
  let looking: Promise<void> | undefined
  let again = false
  // A great tidying-up is announced folder by folder; one look at a time is enough, if another follows what came meanwhile.
  const check = (): void => {
    again = looking !== undefined
    looking ??= look()
      .catch((error: unknown) => gone.abort(error))
      .finally(() => {
        looking = undefined
        if (again) check()
      })
  }
  const release = parts.bus.subscribe((heard) => {
    if (heard === 'unknown' || (heard.room === asker.roomId && heard.gone)) check()
  }, asOf)
  return { signal: gone.signal, release }
}
