import type { Readable } from 'node:stream'
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.ts'
import { endWith } from './download/hand-out.ts'

/** Each marked copy stays on disk until it is read. */
const PER_MEMBER = 4
const ON_NODE = 40
const RETRY_AFTER_SECONDS = 5

/** Slower readers get no marked copy. */
const LEAST_BYTES_PER_SECOND = 32 * 1024
const LEAST_MS = 5 * 60_000

export const createDeliveries = (): ConcurrencyLimiter =>
  new ConcurrencyLimiter({ perMember: PER_MEMBER, inAll: ON_NODE, retryAfter: RETRY_AFTER_SECONDS })

export const deliveryMs = (bytes: number): number =>
  LEAST_MS + Math.ceil((bytes / LEAST_BYTES_PER_SECOND) * 1_000)

/** Counts a delivery until its body closes. @throws Refusal BUSY. */
export async function delivered<Made extends { readonly body: Readable; readonly size?: number }>(
  deliveries: ConcurrencyLimiter,
  memberId: number,
  make: () => Promise<Made>,
): Promise<Made> {
  const release = deliveries.take(memberId)
  try {
    const made = await make()
    made.body.once('close', release)
    if (made.size !== undefined) endWith(made.body, AbortSignal.timeout(deliveryMs(made.size)))
    return made
  } catch (error) {
    release()
    throw error
  }
}
