import '../../../ui/paper-text.css'
import { LINE_HEIGHT } from '../../../../paper/fields/note-text.ts'
import { isField, isStroke, type Piece, type StrokePiece } from './pieces.ts'
import { svgPath } from './strokes.ts'
import { useImageUrl } from './use-image-url.ts'

interface PieceFaceProps {
  readonly piece: Piece
  readonly zoom: number
  /** Who fills it, and what it is called. */
  readonly person: string
  readonly kindName: string
}

/** What of a piece is seen on the page. */
export function PieceFace({ piece, zoom, person, kindName }: PieceFaceProps) {
  if (isField(piece)) {
    return (
      <span className="piece-text">
        <span>{person}</span>
        <span className="piece-label">{piece.label || kindName}</span>
        {piece.required && <span className="piece-required">*</span>}
      </span>
    )
  }
  if (isStroke(piece)) return <StrokeFace piece={piece} zoom={zoom} />
  if (piece.kind === 'IMAGE') return <ImageFace image={piece.image} />
  return (
    <span className="piece-note paper-text" style={{ color: piece.color, fontSize: piece.size * zoom, lineHeight: LINE_HEIGHT }}>
      {piece.text}
    </span>
  )
}

function ImageFace({ image }: { readonly image: number }) {
  const url = useImageUrl(image)
  return url === undefined ? <span className="piece-waiting" /> : <img className="piece-image" src={url} alt="" draggable={false} />
}

/** Lines in units of the page, so that they grow with the zoom; a straight one has no height, so the drawing is as large as it likes. */
function StrokeFace({ piece, zoom }: { readonly piece: StrokePiece; readonly zoom: number }) {
  const { x, y } = piece.rect
  return (
    <svg className="piece-stroke" aria-hidden="true">
      <path
        d={piece.paths.map(svgPath).join('')}
        transform={`scale(${zoom}) translate(${-x} ${-y})`}
        style={{ stroke: piece.color, strokeWidth: piece.thickness, opacity: piece.opacity }}
      />
    </svg>
  )
}
