import { memo, useEffect, useRef } from 'react'
import type { Participant } from '../../../../contract/features/composed.ts'
import type { Size } from '../../../../paper/space/page-space.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { PageCanvas } from '../../../ui/page/page-canvas.tsx'
import { colorOf } from '../person-colors.ts'
import { isDrawing, type Mode } from './pieces/modes.ts'
import { PieceView } from './pieces/piece-view.tsx'
import { isField, type Pieces } from './pieces/pieces.ts'
import type { Guides } from './pieces/snap.ts'
import { type Pen, StrokeLayer } from './pieces/stroke-layer.tsx'
import type { PieceHands } from './pieces/use-piece-drag.ts'

export type ShowGuides = (guides: Guides) => void

interface PageSheetProps {
  readonly index: number
  readonly size: Size
  readonly zoom: number
  readonly pieces: Pieces
  readonly selected: ReadonlySet<string>
  readonly focus: string | undefined
  readonly participants: readonly Participant[]
  readonly mode: Mode
  readonly pen: Pen | undefined
  readonly isLocked: boolean
  readonly hands: PieceHands
  readonly onStroke: (page: number, path: readonly number[]) => void
  readonly onGuideLines: (page: number, show: ShowGuides | undefined) => void
}

/** Tab follows the reading order; `z-index` keeps the layers. */
const inReadingOrder = (pieces: Pieces) =>
  pieces
    .map((piece, layer) => ({ piece, layer }))
    .sort((a, b) => a.piece.rect.y - b.piece.rect.y || a.piece.rect.x - b.piece.rect.x)

export const PageSheet = memo(function PageSheet(props: PageSheetProps) {
  const {
    index,
    size,
    zoom,
    pieces,
    selected,
    focus,
    participants,
    mode,
    pen,
    isLocked,
    hands,
    onStroke,
    onGuideLines,
  } = props
  const { t } = useTranslation()
  const across = useRef<HTMLSpanElement>(null)
  const along = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    onGuideLines(index, ({ x, y }) => {
      if (across.current)
        across.current.style.insetInlineStart = x === undefined ? '-99px' : `${x * zoom}px`
      if (along.current)
        along.current.style.insetBlockStart = y === undefined ? '-99px' : `${y * zoom}px`
    })
    return () => onGuideLines(index, undefined)
  }, [index, zoom, onGuideLines])

  return (
    <section
      className="sheet"
      aria-label={t('compose.page', { page: index + 1 })}
      data-page={index + 1}
      // Whole pixels match pointer coordinates.
      style={{
        width: size.width * zoom,
        height: size.height * zoom,
        marginInlineStart: `round(down, calc((100% - ${size.width * zoom}px) / 2), 1px)`,
      }}
    >
      <div className="sheet-content">
        <PageCanvas
          index={index}
          size={size}
          zoom={zoom}
          loading={t('compose.loadingPage')}
          failed={t('compose.failedPage')}
          missing={t('compose.noPage')}
        />
        {inReadingOrder(pieces).map(({ piece, layer }) => (
          <div
            key={piece.id}
            className="piece-layer"
            data-kind={piece.kind}
            style={{ zIndex: layer + 1 }}
          >
            <PieceView
              piece={piece}
              page={size}
              zoom={zoom}
              person={
                isField(piece)
                  ? (participants.find(({ id }) => id === piece.participant)?.name ??
                    t('compose.nobody'))
                  : ''
              }
              color={isField(piece) ? colorOf(participants, piece.participant) : 0}
              isSelected={selected.has(piece.id)}
              takesFocus={focus === piece.id}
              isInert={isLocked || mode !== 'NONE'}
              hands={hands}
            />
          </div>
        ))}
      </div>
      {isDrawing(mode) && pen && (
        <StrokeLayer pen={pen} page={size} zoom={zoom} onStroke={(path) => onStroke(index, path)} />
      )}
      <span ref={across} className="guide-across" />
      <span ref={along} className="guide-along" />
    </section>
  )
})
