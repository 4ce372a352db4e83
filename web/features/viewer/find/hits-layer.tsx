import './hits-layer.css'
import { useSyncExternalStore } from 'react'
import type { Found } from '../page-content.ts'

interface HitsLayerProps {
  readonly found: Found
  readonly page: number
  /** CSS pixels for a unit of the page. */
  readonly scale: number
}

/** Marks what was found on a page, line by line. */
export function HitsLayer({ found, page, scale }: HitsLayerProps) {
  const hits = useSyncExternalStore(found.subscribe, () => found.hitsOn(page))
  const current = useSyncExternalStore(found.subscribe, found.current)
  return hits.flatMap((hit) =>
    hit.rects.map(({ x, y, width, height }) => (
      <span
        key={`${x} ${y} ${width}`}
        className="viewer-hit"
        data-current={hit === current || undefined}
        style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
      />
    )),
  )
}
