/** With `left`, the window lost focus. */
export type CaptureAttempt = 'key' | 'left'

interface WatchPorts {
  /** Pages must be hidden before the next paint. */
  hide(): void
  lift(): void
  onAttempt(attempt: CaptureAttempt): void
}

/** These follow Command+Shift or Windows+Shift. `code` also works in Hangul layouts. */
const CAPTURE_CODES = new Set(['Digit3', 'Digit4', 'Digit5', 'Digit6', 'KeyS'])

const isPrintScreen = ({ key }: KeyboardEvent): boolean => key === 'PrintScreen'

/** Systems often hide the third key. */
const isChord = ({ metaKey, shiftKey, key }: KeyboardEvent): boolean =>
  (metaKey || key === 'Meta') && (shiftKey || key === 'Shift')

/** The modifiers alone hide pages until released. */
export function watchCaptures(ports: WatchPorts, signal: AbortSignal): void {
  let isSuspected = false

  const attempt = (kind: CaptureAttempt) => {
    isSuspected = false
    ports.hide()
    ports.onAttempt(kind)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPrintScreen(event) || (isChord(event) && CAPTURE_CODES.has(event.code)))
      return attempt('key')
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
    // A frame of the app has the focus.
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
