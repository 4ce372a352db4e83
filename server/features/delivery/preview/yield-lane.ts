import type { DeliveryParts } from '../delivery.parts.ts'

const LOOK_EVERY_MS = 1_000

interface Yielding {
  readonly signal: AbortSignal
  end(): void
}

export function yieldLane(
  { log }: Pick<DeliveryParts, 'log'>,
  isWanted: () => Promise<boolean>,
): Yielding {
  const yielding = new AbortController()
  const look = setInterval(() => {
    isWanted().then(
      (wanted) => wanted && yielding.abort(new Error('another room waits')),
      (error: unknown) => log.warn({ error }, 'it cannot be seen who else waits for a conversion'),
    )
  }, LOOK_EVERY_MS)
  return { signal: yielding.signal, end: () => clearInterval(look) }
}
