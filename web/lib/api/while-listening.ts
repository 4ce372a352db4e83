type PagePort = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export interface LocksPort {
  request(
    name: string,
    options: { signal: AbortSignal },
    whileHeld: () => Promise<void>,
  ): Promise<unknown>
}

/** One tab holds this lock, visible or not. */
const LOCK = 'listener'

/**
 * Visible pages and one hidden page listen, since browsers allow six connections per origin.
 * @param locks undefined without TLS; hidden pages then do not listen.
 * @param run stops on its signal; `isReturn` means data may be old.
 */
export function whileListening(
  page: PagePort,
  locks: LocksPort | undefined,
  run: (signal: AbortSignal, isReturn: boolean) => void,
): () => void {
  const left = new AbortController()
  let running: AbortController | undefined
  let hasMissed = false
  let isHolder = false

  const look = () => {
    if (left.signal.aborted) return
    if (page.visibilityState !== 'visible' && !isHolder) {
      hasMissed = true
      running?.abort()
      running = undefined
    } else if (!running) {
      running = new AbortController()
      run(running.signal, hasMissed)
    }
  }
  look()
  page.addEventListener('visibilitychange', look)
  locks
    ?.request(LOCK, { signal: left.signal }, async () => {
      isHolder = true
      look()
      await new Promise((resolve) => left.signal.addEventListener('abort', resolve, { once: true }))
    })
    .catch(() => undefined)
  return () => {
    page.removeEventListener('visibilitychange', look)
    left.abort()
    running?.abort()
  }
}
