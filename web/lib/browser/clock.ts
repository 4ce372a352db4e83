/** `now` is in epoch milliseconds. `after` returns a cancel function. */
export interface Clock {
  now(): number
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    const stop = () => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
