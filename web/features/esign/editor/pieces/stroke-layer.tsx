import { type PointerEvent, useRef, useState } from 'react'
import type { Size, SpacePoint } from '../../../../../paper/space/page-space.ts'
import { smoothed, svgPath } from './strokes.ts'

export interface Pen {
  readonly kind: 'HIGHLIGHT' | 'INK'
  readonly thickness: number
  readonly opacity: number
  readonly color: string
}

interface StrokeLayerProps {
  readonly pen: Pen
  readonly page: Size
  readonly zoom: number
  readonly onStroke: (path: readonly number[]) => void
}

export function StrokeLayer({ pen, page, zoom, onStroke }: StrokeLayerProps) {
  const layer = useRef<SVGSVGElement>(null)
  const path = useRef<number[]>([])
  const line = useRef<SVGPathElement>(null)
  const [isDown, setDown] = useState(false)

  const at = ({
    clientX,
    clientY,
  }: {
    readonly clientX: number
    readonly clientY: number
  }): SpacePoint => {
    const { left = 0, top = 0 } = layer.current?.getBoundingClientRect() ?? {}
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
    return {
      x: within((clientX - left) / zoom, page.width),
      y: within((clientY - top) / zoom, page.height),
    }
  }
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    if (!isDown) return
    const native = event.nativeEvent
    const events = native.getCoalescedEvents?.() ?? []
    for (const each of events.length > 0 ? events : [native]) {
      const { x, y } = at(each)
      path.current.push(x, y)
    }
    // State updates for each move would lag behind the pointer.
    line.current?.setAttribute('d', svgPath(path.current))
  }
  const end = () => {
    if (!isDown) return
    setDown(false)
    const drawn = smoothed(path.current)
    path.current = []
    line.current?.setAttribute('d', '')
    if (drawn.length > 0) onStroke(drawn)
  }
  return (
    <svg
      ref={layer}
      className="stroke-layer"
      data-kind={pen.kind}
      viewBox={`0 0 ${page.width} ${page.height}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (!event.isPrimary || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { x, y } = at(event)
        path.current = [x, y]
        setDown(true)
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path
        ref={line}
        style={{ stroke: pen.color, strokeWidth: pen.thickness, opacity: pen.opacity }}
      />
    </svg>
  )
}
