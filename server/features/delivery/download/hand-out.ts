import type { Readable } from 'node:stream'
import { type DeliveryInProgress, watchDelivery } from '../../../access/watch-delivery.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import type { KeepingPurpose } from '../portion.ts'
import type { FoundDocument } from '../subjects.read.ts'
import { asRefusal } from '../viewing/render-source.ts'

/** Delivers until abort or deletion. `make` gets a signal for both, because a body that waits for `make` could not end. */
export async function handOut<Made extends { readonly body: Readable }>(
  parts: Pick<DeliveryParts, 'database' | 'bus' | 'clock' | 'sessions'>,
  delivery: DeliveryInProgress<KeepingPurpose, FoundDocument>,
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const watch = watchDelivery(parts, delivery)
  const until = AbortSignal.any([signal, watch.signal])
  try {
    const made = await make(until)
    made.body.once('close', () => watch.release())
    endWith(made.body, until)
    return made
  } catch (error) {
    watch.release()
    throw asRefusal(error)
  }
}

export function endWith(body: Readable, signal: AbortSignal): void {
  // An unhandled error event would end the process.
  body.on('error', () => {})
  const end = (): void => void body.destroy(signal.reason)
  if (signal.aborted) end()
  else {
    signal.addEventListener('abort', end, { once: true })
    body.once('close', () => signal.removeEventListener('abort', end))
  }
}
