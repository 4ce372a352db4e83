import { type PointerEvent, type TouchEvent, useRef } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'

const HOLD_MS = 500
/** Farther movement is scrolling. */
const SLACK_PX = 10

interface PressPoint {
  readonly x: number
  readonly y: number
}

/** Some browsers fire no context menu event here. */
export function useLongPress(onHold: (target: EventTarget, point: PressPoint) => void) {
  const press = useRef({ at: { x: 0, y: 0 }, cancel: () => {}, wasHeld: false })
  const end = () => press.current.cancel()
  return {
    onPointerDown({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) {
      end()
      if (pointerType !== 'touch' || !isPrimary) return
      const cancel = systemClock.after(HOLD_MS, () => {
        press.current.wasHeld = true
        onHold(target, { x, y })
      })
      press.current = { at: { x, y }, cancel, wasHeld: false }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current.at
      if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd(event: TouchEvent) {
      // The touch's click would hit the opened menu.
      if (press.current.wasHeld) event.preventDefault()
    },
  }
}
