import { systemClock } from './clock.ts'

const FRAME_CLASS = 'print-frame'

/** Out of sight but drawn: what is not drawn is not printed. */
const OUT_OF_SIGHT = { position: 'fixed', right: '0', bottom: '0', width: '1px', height: '1px', border: '0', opacity: '0' }

/**
 * The print window is open after so long at the latest. It takes all input as long as it is, so that input after that means that it is
 * closed: browsers do not tell when one is that prints a PDF.
 */
const OPEN_WITHIN_MS = 30_000

let stopWaiting = (): void => {}

/** Removes what was printed last, with its memory. */
export function endPrinting(): void {
  stopWaiting()
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(`.${FRAME_CLASS}`)) {
    URL.revokeObjectURL(frame.src)
    frame.remove()
  }
}

/** Removes what is printed as soon as the print window must be closed. */
function endWithWindow(): void {
  const waiting = new AbortController()
  const cancelTimer = systemClock.after(OPEN_WITHIN_MS, () => {
    for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, endPrinting, { capture: true, signal: waiting.signal })
  })
  stopWaiting = () => {
    cancelTimer()
    waiting.abort()
  }
}

/**
 * Opens the print window of the browser for a PDF or an image. What is printed stays in the page until that window is closed, another one
 * is opened, or `endPrinting` is called; the focus stays where it is. @throws whatever keeps the browser from it.
 */
export function printNatively(pages: Blob): Promise<void> {
  endPrinting()
  const frame = document.createElement('iframe')
  frame.className = FRAME_CLASS
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  Object.assign(frame.style, OUT_OF_SIGHT)
  return new Promise((resolve, reject) => {
    frame.addEventListener('load', () => {
      try {
        if (!frame.contentWindow) throw new Error('the frame is gone')
        frame.contentWindow.print()
        endWithWindow()
        resolve()
      } catch (error) {
        endPrinting()
        reject(error)
      }
    })
    frame.src = URL.createObjectURL(pages)
    document.body.append(frame)
  })
}
