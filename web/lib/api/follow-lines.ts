import { type Clock, pause } from '../browser/clock.ts'

interface FollowOptions<T> {
  open(signal: AbortSignal): AsyncIterable<T>
  onLine(line: T): void
  onBreak(failures: number): void
  onWake?(run: () => void): () => void
  readonly silenceMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/** A random quarter of the delay spreads reconnects. */
export function reconnectDelay(failures: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (1 + chance / 4))
}

export async function followLines<T>(options: FollowOptions<T>): Promise<void> {
  const { clock, signal } = options
  let failures = 0
  while (!signal.aborted) {
    const silence = new AbortController()
    let cancel = clock.after(options.silenceMs, () => silence.abort())
    try {
      for await (const line of options.open(AbortSignal.any([signal, silence.signal]))) {
        failures = 0
        cancel()
        cancel = clock.after(options.silenceMs, () => silence.abort())
        options.onLine(line)
      }
    } catch {
      // The client’s port has received any refusal.
    }
    cancel()
    if (signal.aborted) return
    failures += 1
    options.onBreak(failures)
    const woken = new AbortController()
    const stop = options.onWake?.(() => woken.abort())
    await pause(
      clock,
      reconnectDelay(failures, Math.random()),
      AbortSignal.any([signal, woken.signal]),
    )
    stop?.()
  }
}
