import '../../ui/page/paper-text.css'
import { useEffect, useState } from 'react'
import type { Annotation } from '../../../contract/features/composed.ts'
import { image as imageOperation } from '../../../contract/features/signing.ts'
import { LINE_HEIGHT } from '../../../paper/fields/note-text.ts'
import {
  displayedFromReference,
  displayedPathFromReference,
  type Size,
} from '../../../paper/space/page-space.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useObjectUrl } from '../../lib/browser/use-object-url.ts'
import { placeStyle } from './place-style.ts'

interface RemarkLayerProps {
  readonly annotations: readonly Annotation[]
  readonly page: Size
  readonly zoom: number
}

export function RemarkLayer({ annotations, page, zoom }: RemarkLayerProps) {
  return annotations.map((remark) => {
    if (remark.kind === 'TEXT') {
      const { scaledX: x, scaledY: y, scaledW: w, scaledH: h } = remark
      const place = placeStyle(displayedFromReference({ x, y, w, h }, page), zoom)
      const style = {
        ...place,
        color: remark.color,
        fontSize: remark.size * zoom,
        lineHeight: LINE_HEIGHT,
      }
      return (
        <p key={remark.id} className="sign-remark paper-text" style={style}>
          {remark.text}
        </p>
      )
    }
    if (remark.kind === 'IMAGE') {
      const { scaledX: x, scaledY: y, scaledW: w, scaledH: h } = remark
      return (
        <Stamp
          key={remark.id}
          image={remark.image}
          style={placeStyle(displayedFromReference({ x, y, w, h }, page), zoom)}
        />
      )
    }
    return <Strokes key={remark.id} remark={remark} page={page} zoom={zoom} />
  })
}

interface StrokesProps extends Omit<RemarkLayerProps, 'annotations'> {
  readonly remark: Extract<Annotation, { kind: 'INK' | 'HIGHLIGHT' }>
}

function Strokes({ remark, page, zoom }: StrokesProps) {
  const lines = remark.paths.map((path) => displayedPathFromReference(path, page))
  const isInk = remark.kind === 'INK'
  return (
    <svg
      className="sign-strokes"
      data-kind={remark.kind}
      aria-hidden="true"
      viewBox={`0 0 ${page.width} ${page.height}`}
      style={placeStyle({ x: 0, y: 0, w: page.width, h: page.height }, zoom)}
    >
      {lines.map((line) => (
        <polyline
          key={line.join(' ')}
          points={line.join(' ')}
          style={{
            stroke: remark.color,
            strokeWidth: remark.thickness,
            opacity: isInk ? remark.opacity : undefined,
          }}
        />
      ))}
    </svg>
  )
}

function Stamp({ image, style }: { readonly image: number; readonly style: React.CSSProperties }) {
  const api = useApi()
  const [bytes, setBytes] = useState<Blob>()
  const url = useObjectUrl(bytes)
  useEffect(() => {
    const gone = new AbortController()
    api.bytes(imageOperation, { params: { id: String(image) } }, { signal: gone.signal }).then(
      (read) => {
        if (!gone.signal.aborted) setBytes(read)
      },
      () => undefined,
    )
    return () => gone.abort()
  }, [api, image])
  return url === undefined ? null : <img className="sign-stamp" src={url} alt="" style={style} />
}
