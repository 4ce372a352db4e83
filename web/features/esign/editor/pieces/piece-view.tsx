import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Rnd } from 'react-rnd'
import { ANNOTATION_DEFAULTS } from '../../../../../contract/features/composed.ts'
import { LEAST_FIELD } from '../../../../../paper/fields/field-box.ts'
import { displayedFromScreen, type Rect, type Size, type SpacePoint, screenFromDisplayed } from '../../../../../paper/space/page-space.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { PieceFace } from './piece-face.tsx'
import { isField, isStroke, type Piece, placeAt } from './pieces.ts'
import { type Guides, snapRect } from './snap.ts'
import { useKindName } from './use-kind-name.ts'

const SNAP_PX = 6

const HANDLES = { topLeft: 'piece-handle', topRight: 'piece-handle', bottomLeft: 'piece-handle', bottomRight: 'piece-handle' }

export interface PieceHands {
  readonly onSelect: (id: string, isMore: boolean) => void
  readonly onMoved: (dx: number, dy: number) => void
  readonly onResized: (piece: Piece) => void
  readonly onDragging: (offset: SpacePoint | undefined) => void
  readonly onGuides: (page: number, guides: Guides) => void
  readonly othersOf: (piece: Piece) => readonly Rect[]
}

interface PieceViewProps {
  readonly piece: Piece
  readonly page: Size
  readonly zoom: number
  readonly person: string
  readonly color: number
  readonly isSelected: boolean
  readonly takesFocus: boolean
  readonly isInert: boolean
  readonly hands: PieceHands
}

const pointOf = (event: unknown): SpacePoint => {
  const { touches, changedTouches, clientX = 0, clientY = 0 } = event as Partial<globalThis.TouchEvent & globalThis.MouseEvent>
  const touch = touches?.[0] ?? changedTouches?.[0]
  return touch ? { x: touch.clientX, y: touch.clientY } : { x: clientX, y: clientY }
}

export const PieceView = memo(function PieceView(props: PieceViewProps) {
  const { piece, page, zoom, person, color, isSelected, takesFocus, isInert, hands } = props
  const { t } = useTranslation()
  const kindName = useKindName()(piece.kind)
  const body = useRef<HTMLButtonElement>(null)
  const [live, setLive] = useState<Rect>()
  const drag = useRef<{ readonly from: SpacePoint; readonly start: Rect; readonly others: readonly Rect[] } | undefined>(undefined)
  useEffect(() => {
    if (takesFocus) body.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const rect = live ?? piece.rect
  const share = piece.kind === 'IMAGE' ? ANNOTATION_DEFAULTS.stampShare : 1
  const px = screenFromDisplayed(rect, zoom)
  const label = isField(piece)
    ? t(piece.label ? 'compose.pieceLabelled' : 'compose.pieceLabel', { kind: kindName, label: piece.label, person, page: piece.page + 1 })
    : t('compose.markLabel', { kind: kindName, page: piece.page + 1 })

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
  return (
    <Rnd
      className="piece"
      position={{ x: px.x, y: px.y }}
      size={{ width: px.w, height: px.h }}
      minWidth={LEAST_FIELD.width * zoom}
      minHeight={LEAST_FIELD.height * zoom}
      maxWidth={page.width * zoom * share}
      maxHeight={page.height * zoom * share}
      enableUserSelectHack={false}
      disableDragging={isInert}
      enableResizing={!isInert && isSelected && !isStroke(piece)}
      resizeHandleClasses={HANDLES}
      lockAspectRatio={piece.kind === 'IMAGE'}
      data-kind={piece.kind}
      data-person={color}
      data-selected={isSelected || undefined}
      data-live={live ? '' : undefined}
      data-inert={isInert || undefined}
      onDragStart={(event) => {
        drag.current = { from: pointOf(event), start: piece.rect, others: hands.othersOf(piece) }
      }}
      onDrag={(event) => {
        const next = draggedTo(event)
        if (!next) return
        setLive(next)
        hands.onDragging({ x: (next.x - piece.rect.x) * zoom, y: (next.y - piece.rect.y) * zoom })
      }}
      onDragStop={(event) => {
        const next = live && draggedTo(event)
        drag.current = undefined
        setLive(undefined)
        hands.onDragging(undefined)
        hands.onGuides(piece.page, {})
        if (next) hands.onMoved(next.x - piece.rect.x, next.y - piece.rect.y)
      }}
      onResize={(_event, _direction, element, _delta, position) => setLive(sized(element, position).rect)}
      onResizeStop={(_event, _direction, element, _delta, position) => {
        setLive(undefined)
        hands.onResized(sized(element, position))
      }}
    >
      <button
        ref={body}
        type="button"
        className="piece-body"
        aria-label={label}
        aria-pressed={isSelected}
        data-piece={piece.id}
        onPointerDown={(event: PointerEvent) => {
          const isMore = event.shiftKey || event.ctrlKey || event.metaKey
          if (isMore || !isSelected) hands.onSelect(piece.id, isMore)
        }}
        onFocus={({ currentTarget }) => {
          if (!isSelected && currentTarget.matches(':focus-visible')) hands.onSelect(piece.id, false)
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === ' ' || event.key === 'Enter') {
            event.preventDefault()
            hands.onSelect(piece.id, event.shiftKey)
          }
        }}
      >
        <PieceFace piece={piece} zoom={zoom} person={person} kindName={kindName} />
      </button>
    </Rnd>
  )
})
