import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Focus } from '../page/page-layout.ts'
import { wheelFactor } from './zoom.ts'

type Zoom = (factor: number, focus: Focus) => void

const LINE_PX = 16

/** A trackpad pinch arrives as Ctrl+wheel. */
export function useZoomGestures(scrolled: RefObject<HTMLElement | null>, onZoom: Zoom): void {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const element = scrolled.current
    if (!element) return undefined
    const focusAt = (x: number, y: number): Focus => {
      const { left, top } = element.getBoundingClientRect()
      return { x: (x - left) / element.clientWidth, y: (y - top) / element.clientHeight }
    }
    let distance = 0

    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const pixels =
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX
      zoom(wheelFactor(pixels), focusAt(event.clientX, event.clientY))
    }
    const onTouchStart = ({ touches }: TouchEvent) => {
      distance = spanOf(touches)?.distance ?? 0
    }
    const onTouchMove = (event: TouchEvent) => {
      const span = spanOf(event.touches)
      if (!span || distance === 0) return
      event.preventDefault()
      zoom(span.distance / distance, focusAt(span.x, span.y))
      distance = span.distance
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('touchstart', onTouchStart, { passive: true })
    element.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('touchstart', onTouchStart)
      element.removeEventListener('touchmove', onTouchMove)
    }
  }, [scrolled])
}

interface TouchSpan {
  readonly distance: number
  readonly x: number
  readonly y: number
}

function spanOf({ 0: one, 1: other, length }: TouchList): TouchSpan | undefined {
  if (length !== 2 || !one || !other) return undefined
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  }
}
