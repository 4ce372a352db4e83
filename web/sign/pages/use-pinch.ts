import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { clampZoom } from './zoom.ts'

const spanOf = ([one, other]: TouchList | readonly Touch[]): number =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0

export function usePinch(
  scroller: RefObject<HTMLElement | null>,
  zoom: number,
  setZoom: (zoom: number) => void,
): void {
  const now = useRef(zoom)
  const before = useRef(zoom)
  const middle = useRef<{ x: number; y: number }>(undefined)

  useLayoutEffect(() => {
    const element = scroller.current
    const by = zoom / before.current
    now.current = zoom
    before.current = zoom
    if (!element || by === 1) return
    const { x, y } = middle.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    element.scrollLeft = (element.scrollLeft + x) * by - x
    // Content above the pages does not scale.
    const above = element.querySelector('header')?.offsetHeight ?? 0
    element.scrollTop = (element.scrollTop + y - above) * by - y + above
  }, [zoom, scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let began: { span: number; zoom: number } | undefined
    const start = ({ touches }: TouchEvent) => {
      began = touches.length === 2 ? { span: spanOf(touches), zoom: now.current } : undefined
    }
    const move = (event: TouchEvent) => {
      const [one, other] = event.touches
      if (!began || !one || !other || began.span === 0) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      middle.current = {
        x: (one.clientX + other.clientX) / 2 - left,
        y: (one.clientY + other.clientY) / 2 - top,
      }
      setZoom(clampZoom((began.zoom * spanOf([one, other])) / began.span))
    }
    const end = () => {
      began = undefined
      middle.current = undefined
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [scroller, setZoom])
}
