import type { Readable } from 'node:stream'
import { Shares } from '../../platform/http/shares.ts'
import { endWith } from './hand-out.ts'

/** Marked copies and zips on their way: a stamped one lies on the disk, unseen, until its last byte was read. */
const PER_MEMBER = 4
const ON_NODE = 40
const RETRY_AFTER_SECONDS = 5

/** A reader who is slower than this does not get a stamped copy, however long it is waited for. */
const LEAST_BYTES_PER_SECOND = 32 * 1024
const LEAST_MS = 5 * 60_000

/** What is on its way at the same time on this node. */
export const createDeliveries = (): Shares => new Shares({ perMember: PER_MEMBER, inAll: ON_NODE, retryAfter: RETRY_AFTER_SECONDS })

/** Milliseconds in which a copy of so many bytes has to be fetched. */
export const deliveryMs = (bytes: number): number => LEAST_MS + Math.ceil((bytes / LEAST_BYTES_PER_SECOND) * 1_000)

/** Has something made that counts as a delivery until its body is closed. @throws Refusal BUSY where there are too many already. */
export async function delivered<Made extends { readonly body: Readable; readonly size?: number }>(
  deliveries: Shares,
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
