import { useEffect, useEffectEvent } from 'react'

interface HistoryEvents {
  readonly onPrint: () => void
  readonly onDownload: () => void
}

/**
 * Lets scripts of this window print and download the list: `dispatchEvent(new CustomEvent('room-history:print'))`. What is sent to the window
 * from elsewhere, by `postMessage`, is another event and heard by nobody here.
 */
export function useHistoryEvents({ onPrint, onDownload }: HistoryEvents): void {
  const print = useEffectEvent(onPrint)
  const download = useEffectEvent(onDownload)
  useEffect(() => {
    const listening = new AbortController()
    const hear = (name: string, run: () => void) =>
      window.addEventListener(name, ({ target }) => target === window && run(), { signal: listening.signal })
    hear('room-history:print', () => print())
    hear('room-history:download', () => download())
    return () => listening.abort()
  }, [])
}
