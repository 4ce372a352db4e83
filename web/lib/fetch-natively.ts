import { systemClock } from './clock.ts'

/** Longer than a server takes to begin with a large answer. Once it has begun, the frame is needed no more. */
const FRAME_MS = 10 * 60_000

/**
 * Has the browser itself fetch what an address answers as an attachment: it streams to the disk, without passing through the memory of the
 * page. A frame asks for it, since a refusal would replace the page.
 */
export function fetchNatively(address: string, onRefused: () => void): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = address
  // A document is loaded into the frame, be it one that says why; an attachment is not.
  frame.addEventListener('load', () => {
    frame.remove()
    onRefused()
  })
  document.body.append(frame)
  systemClock.after(FRAME_MS, () => frame.remove())
}
