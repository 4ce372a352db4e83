interface TurnsOptions {
  readonly processes: number
  readonly maxWaiting: number
  readonly busy: (waiting: number) => Error
}

/** @throws what `busy` makes, the signal's reason, or errors of the work */
export function createTurns({ processes, maxWaiting, busy }: TurnsOptions) {
  const running = new Set<Promise<unknown>>()
  let waiting = 0
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (waiting >= maxWaiting) throw busy(waiting)
    waiting += 1
    try {
      while (running.size >= processes) await Promise.race(running)
    } finally {
      waiting -= 1
    }
    signal.throwIfAborted()
    const run = work()
    const settled = run.catch(() => {})
    running.add(settled)
    return run.finally(() => running.delete(settled))
  }
}
