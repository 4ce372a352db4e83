import '../../../../ui/page/paper-text.css'
import { useQuery } from '@tanstack/react-query'
import { image } from '../../../../../contract/features/compose.ts'
import { LINE_HEIGHT } from '../../../../../paper/fields/note-text.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { useObjectUrl } from '../../../../lib/browser/use-object-url.ts'
import { COMPOSE_KEY } from '../../queries.ts'
import { isField, isStroke, type Piece, type StrokePiece } from './pieces.ts'
import { svgPath } from './strokes.ts'

interface PieceFaceProps {
  readonly piece: Piece
  readonly zoom: number
  readonly person: string
  readonly kindName: string
}

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
    <span
      className="piece-note paper-text"
      style={{ color: piece.color, fontSize: piece.size * zoom, lineHeight: LINE_HEIGHT }}
    >
      {piece.text}
    </span>
  )
}

function useImageUrl(id: number): string | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...COMPOSE_KEY, 'image', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.bytes(image, { params: { id: String(id) } }, { signal }),
  })
  return useObjectUrl(data)
}

function ImageFace({ image }: { readonly image: number }) {
  const url = useImageUrl(image)
  return url === undefined ? (
    <span className="piece-waiting" />
  ) : (
    <img className="piece-image" src={url} alt="" draggable={false} />
  )
}

/** A horizontal line has no height, so the SVG must overflow. */
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
