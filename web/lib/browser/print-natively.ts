import { systemClock } from './clock.ts'

const FRAME_CLASS = 'print-frame'

/** Browsers do not print hidden frames. */
const OUT_OF_SIGHT = {
  position: 'fixed',
  right: '0',
  bottom: '0',
  width: '1px',
  height: '1px',
  border: '0',
  opacity: '0',
}

/** Browsers do not report a closed PDF print window; later input means it closed. */
const OPEN_WITHIN_MS = 30_000

let stopWaiting = (): void => {}

export function endPrinting(): void {
  stopWaiting()
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(`.${FRAME_CLASS}`)) {
    URL.revokeObjectURL(frame.src)
    frame.remove()
  }
}

function endWithWindow(): void {
  const waiting = new AbortController()
  const cancelTimer = systemClock.after(OPEN_WITHIN_MS, () => {
    for (const name of ['pointerdown', 'keydown'] as const)
      addEventListener(name, endPrinting, { capture: true, signal: waiting.signal })
  })
  stopWaiting = () => {
    cancelTimer()
    waiting.abort()
  }
}

/** The content stays until the window closes, another opens or `endPrinting` runs. @throws any error that prevents printing. */
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
