/** What a browser can notice of an attempt: a key that captures, or that the window was left. */
export type Attempt = 'key' | 'left'

interface WatchPorts {
  /** Hides the pages; called before the browser paints again. */
  hide(): void
  /** Shows them again: what looked like an attempt was none. */
  lift(): void
  onAttempt(attempt: Attempt): void
}

/** What follows Command and Shift, or the Windows key and Shift, where a capture begins; by place, since Hangul is written by the same keys. */
const CAPTURE_CODES = new Set(['Digit3', 'Digit4', 'Digit5', 'Digit6', 'KeyS'])

const isPrintScreen = ({ key }: KeyboardEvent): boolean => key === 'PrintScreen'

/** Both are down with which captures begin; systems often keep what follows from the browser. */
const isChord = ({ metaKey, shiftKey, key }: KeyboardEvent): boolean => (metaKey || key === 'Meta') && (shiftKey || key === 'Shift')

/**
 * Notices attempts to capture the screen as far as a browser is told of them. With the two keys down that begin one, the pages are hidden
 * already, and come back with them if nothing follows: most systems take their picture without telling of the third key.
 */
export function watchCaptures(ports: WatchPorts, signal: AbortSignal): void {
  let isSuspected = false

  const attempt = (kind: Attempt) => {
    isSuspected = false
    ports.hide()
    ports.onAttempt(kind)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPrintScreen(event) || (isChord(event) && CAPTURE_CODES.has(event.code))) return attempt('key')
    if (!isChord(event)) return
    isSuspected = true
    ports.hide()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (isPrintScreen(event)) return attempt('key')
    if (isSuspected && !isChord(event)) {
      isSuspected = false
      ports.lift()
    }
  }
  const onBlur = () => {
    // The room's own print window and frames: the reader is still here.
    if (document.activeElement instanceof HTMLIFrameElement) return
    attempt(isSuspected ? 'key' : 'left')
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') attempt(isSuspected ? 'key' : 'left')
  }
  const options = { capture: true, signal }
  addEventListener('keydown', onKeyDown, options)
  addEventListener('keyup', onKeyUp, options)
  addEventListener('blur', (event) => event.target === window && onBlur(), options)
  document.addEventListener('visibilitychange', onVisibility, options)
}
