import type { Readable } from 'node:stream'
import { type OnItsWay, watchDelivery } from '../../access/watch-delivery.ts'
import type { KeepingPurpose } from './portion.ts'
import { asRefusal } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import type { FoundDocument } from './subjects.read.ts'

/**
 * Has something made of a document and lets its body out: until the signal aborts, and for as long as the document is there. Who makes it
 * is given a signal for both, since a body that waits for its maker could not end before.
 */
export async function handOut<Made extends { readonly body: Readable }>(
  parts: RenditionParts,
  leaving: OnItsWay<KeepingPurpose, FoundDocument>,
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const watch = watchDelivery(parts, leaving)
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

/** Destroys a body as soon as the signal aborts. */
export function endWith(body: Readable, signal: AbortSignal): void {
  // Until somebody reads it nobody else hears of its end, and an error that nobody hears of ends the program.
  body.on('error', () => {})
  const end = (): void => void body.destroy(signal.reason)
  if (signal.aborted) end()
  else {
    signal.addEventListener('abort', end, { once: true })
    body.once('close', () => signal.removeEventListener('abort', end))
  }
}
