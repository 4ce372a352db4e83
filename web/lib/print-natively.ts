const FRAME_CLASS = 'print-frame'

/** Out of sight but drawn: what is not drawn is not printed. */
const OUT_OF_SIGHT = { position: 'fixed', right: '0', bottom: '0', width: '1px', height: '1px', border: '0', opacity: '0' }

/** Removes what was printed last. */
function endPrinting(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(`.${FRAME_CLASS}`)) {
    URL.revokeObjectURL(frame.src)
    frame.remove()
  }
}

/**
 * Opens the print window of the browser for a PDF or an image. The frame stays until the next one: browsers do not tell when a window is
 * closed that prints a PDF. @throws whatever keeps the browser from it.
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
        frame.contentWindow.focus()
        frame.contentWindow.print()
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
