import { useRef, useState } from 'react'
import type { RndDragCallback, RndResizeCallback } from 'react-rnd'
import {
  displayedFromScreen,
  type Rect,
  type Size,
  type SpacePoint,
} from '../../../../../paper/space/page-space.ts'
import { type Piece, placeAt } from './pieces.ts'
import { type Guides, snapRect } from './snap.ts'

const SNAP_PX = 6

export interface PieceHands {
  readonly onSelect: (id: string, isMore: boolean) => void
  readonly onMoved: (dx: number, dy: number) => void
  readonly onResized: (piece: Piece) => void
  readonly onDragging: (offset: SpacePoint | undefined) => void
  readonly onGuides: (page: number, guides: Guides) => void
  readonly othersOf: (piece: Piece) => readonly Rect[]
}

const pointOf = (event: unknown): SpacePoint => {
  const {
    touches,
    changedTouches,
    clientX = 0,
    clientY = 0,
  } = event as Partial<globalThis.TouchEvent & globalThis.MouseEvent>
  const touch = touches?.[0] ?? changedTouches?.[0]
  return touch ? { x: touch.clientX, y: touch.clientY } : { x: clientX, y: clientY }
}

/** Until it is let go, a piece moves and grows on the screen alone. */
export function usePieceDrag(piece: Piece, page: Size, zoom: number, hands: PieceHands) {
  const [live, setLive] = useState<Rect>()
  const drag = useRef<
    | { readonly from: SpacePoint; readonly start: Rect; readonly others: readonly Rect[] }
    | undefined
  >(undefined)

  const draggedTo = (event: unknown): Rect | undefined => {
    if (!drag.current) return undefined
    const { from, start, others } = drag.current
    const at = pointOf(event)
    const by = displayedFromScreen({ x: at.x - from.x, y: at.y - from.y, w: 0, h: 0 }, zoom)
    const free = placeAt(piece, { ...start, x: start.x + by.x, y: start.y + by.y }, page).rect
    const snapped = snapRect(free, others, page, SNAP_PX / zoom)
    hands.onGuides(piece.page, snapped.guides)
    return placeAt(piece, snapped.rect, page).rect
  }
  const sized = (element: HTMLElement, position: SpacePoint): Piece => {
    const { width, height } = element.getBoundingClientRect()
    const next = displayedFromScreen({ ...position, w: width, h: height }, zoom)
    return placeAt(piece, next, page)
  }
  const onDragStart: RndDragCallback = (event) => {
    drag.current = { from: pointOf(event), start: piece.rect, others: hands.othersOf(piece) }
  }
  const onDrag: RndDragCallback = (event) => {
    const next = draggedTo(event)
    if (!next) return
    setLive(next)
    hands.onDragging({ x: (next.x - piece.rect.x) * zoom, y: (next.y - piece.rect.y) * zoom })
  }
  const onDragStop: RndDragCallback = (event) => {
    const next = live && draggedTo(event)
    drag.current = undefined
    setLive(undefined)
    hands.onDragging(undefined)
    hands.onGuides(piece.page, {})
    if (next) hands.onMoved(next.x - piece.rect.x, next.y - piece.rect.y)
  }
  const onResize: RndResizeCallback = (_event, _direction, element, _delta, position) =>
    setLive(sized(element, position).rect)
  const onResizeStop: RndResizeCallback = (_event, _direction, element, _delta, position) => {
    setLive(undefined)
    hands.onResized(sized(element, position))
  }
  return { live, handlers: { onDragStart, onDrag, onDragStop, onResize, onResizeStop } }
}
