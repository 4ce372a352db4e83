import type { CSSProperties } from 'react'
import { type Rect, screenFromDisplayed } from '../../../paper/space/page-space.ts'

/** @param rect in points of the displayed page. */
export function placeStyle(rect: Rect, zoom: number): CSSProperties {
  const { x, y, w, h } = screenFromDisplayed(rect, zoom)
  return { left: x, top: y, width: w, height: h }
}
