type PagePort = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** As much of `navigator.locks` as is needed. */
export interface LocksPort {
  request(name: string, options: { signal: AbortSignal }, whileHeld: () => Promise<void>): Promise<unknown>
}

/** One tab of the browser holds it, in sight or not. */
const LOCK = 'listener'

/**
 * Runs something while the page is in sight, and in one of the pages that are not: whoever listens there hears for all of them what must
 * not wait until somebody looks. A browser opens six connections to an origin, so not every page out of sight can listen.
 *
 * @param locks undefined where there are none, as without TLS: then pages out of sight hear nothing.
 * @param run aborted when the page is to listen no more. `isReturn` says that it did not listen before: what it holds may be old.
 * @returns ends it for good.
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
    // It was waited for in vain until the end, or the browser gives none.
    .catch(() => undefined)
  return () => {
    page.removeEventListener('visibilitychange', look)
    left.abort()
    running?.abort()
  }
}
