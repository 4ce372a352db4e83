import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from 'react'
import { Rnd } from 'react-rnd'
import { ANNOTATION_DEFAULTS } from '../../../../../contract/features/composed.ts'
import { LEAST_FIELD } from '../../../../../paper/fields/field-box.ts'
import { type Size, screenFromDisplayed } from '../../../../../paper/space/page-space.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { PieceFace } from './piece-face.tsx'
import { isField, isStroke, type Piece } from './pieces.ts'
import { useKindName } from './use-kind-name.ts'
import { type PieceHands, usePieceDrag } from './use-piece-drag.ts'

const HANDLES = {
  topLeft: 'piece-handle',
  topRight: 'piece-handle',
  bottomLeft: 'piece-handle',
  bottomRight: 'piece-handle',
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

export const PieceView = memo(function PieceView(props: PieceViewProps) {
  const { piece, page, zoom, person, color, isSelected, takesFocus, isInert, hands } = props
  const { t } = useTranslation()
  const kindName = useKindName()(piece.kind)
  const body = useRef<HTMLButtonElement>(null)
  const { live, handlers } = usePieceDrag(piece, page, zoom, hands)
  useEffect(() => {
    if (takesFocus) body.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const rect = live ?? piece.rect
  const share = piece.kind === 'IMAGE' ? ANNOTATION_DEFAULTS.stampShare : 1
  const px = screenFromDisplayed(rect, zoom)
  const label = isField(piece)
    ? t(piece.label ? 'compose.pieceLabelled' : 'compose.pieceLabel', {
        kind: kindName,
        label: piece.label,
        person,
        page: piece.page + 1,
      })
    : t('compose.markLabel', { kind: kindName, page: piece.page + 1 })

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
      {...handlers}
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
          if (!isSelected && currentTarget.matches(':focus-visible'))
            hands.onSelect(piece.id, false)
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
