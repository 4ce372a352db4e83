import { type Clock, pause } from './clock.ts'

interface FollowOptions<T> {
  open(signal: AbortSignal): AsyncIterable<T>
  onLine(line: T): void
  /** After each break: how many attempts in a row have brought nothing. */
  onBreak(failures: number): void
  /** Calls back when it may be worth a try at once; returns the end of it. */
  onWake?(run: () => void): () => void
  /** A stream that is silent for so long is taken for dead. */
  readonly silenceMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/** The wait before the next attempt; doubles, with up to a quarter of chance so that clients do not return all at once. */
export function reconnectDelay(failures: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (1 + chance / 4))
}

/** Reads a stream of lines for as long as the signal lets it, and opens it again after every break. */
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
      // Why it broke makes no difference: the next attempt tells, and a refusal has been heard by the client's own port.
    }
    cancel()
    if (signal.aborted) return
    failures += 1
    options.onBreak(failures)
    const woken = new AbortController()
    const stop = options.onWake?.(() => woken.abort())
    await pause(clock, reconnectDelay(failures, Math.random()), AbortSignal.any([signal, woken.signal]))
    stop?.()
  }
}
