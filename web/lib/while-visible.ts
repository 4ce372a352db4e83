type PagePort = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Runs something whenever the page is in sight, and aborts it when the page goes out of sight.
 *
 * @param run `isReturn` says that the page was out of sight before: what it holds may be old.
 * @returns ends it for good.
 */
export function whileVisible(page: PagePort, run: (signal: AbortSignal, isReturn: boolean) => void): () => void {
  let running: AbortController | undefined
  let wasHidden = false

  const look = () => {
    if (page.visibilityState !== 'visible') {
      wasHidden = true
      running?.abort()
      running = undefined
    } else if (!running) {
      running = new AbortController()
      run(running.signal, wasHidden)
    }
  }
  look()
  page.addEventListener('visibilitychange', look)
  return () => {
    page.removeEventListener('visibilitychange', look)
    running?.abort()
  }
}
