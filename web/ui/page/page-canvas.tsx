import './page-canvas.css'
import { memo, useState } from 'react'
import { Page } from 'react-pdf'
import type { Size } from '../../../paper/space/page-space.ts'

export interface Sharpness {
  /** The ratio counts canvas pixels per layout pixel. */
  readonly ratio: number
  /** A pixel takes four bytes, so larger pages are coarser. */
  readonly pixels: number
}

const SHARPNESS: Sharpness = { ratio: 2, pixels: 16_000_000 }

function pixelRatio({ width, height }: Size, zoom: number, { ratio, pixels }: Sharpness): number {
  return Math.min(
    Math.max(1, devicePixelRatio),
    ratio,
    Math.sqrt(pixels / (width * height * zoom * zoom)),
  )
}

/** react-pdf rounds the canvas to whole pixels, so it is stretched. */
const stretch = ({ width, height }: Size, drawn: number, zoom: number): string =>
  `scale(${(width * zoom) / Math.floor(width * drawn)}, ${(height * zoom) / Math.floor(height * drawn)})`

interface PageCanvasProps {
  readonly index: number
  /** Sizes are in points. */
  readonly size: Size
  readonly zoom: number
  readonly sharpness?: Sharpness
  readonly loading: string
  readonly failed: string
  readonly missing?: string
  /** Failed parts are not requested again; another Document must load them. */
  readonly onFailed?: () => void
}

export const PageCanvas = memo(function PageCanvas(props: PageCanvasProps) {
  const { index, size, zoom, sharpness = SHARPNESS, loading, failed, missing, onFailed } = props
  const [drawn, setDrawn] = useState<number>()
  const [broken, setBroken] = useState<number>()
  const zooms = drawn === undefined || drawn === zoom ? [zoom] : [drawn, zoom]
  return (
    <div className="page-canvas" data-drawn={drawn === zoom || undefined}>
      {zooms.map((each) => (
        <div
          key={each}
          className="page-drawing"
          style={{ transform: stretch(size, each, zoom) }}
          data-under-way={each !== drawn || undefined}
        >
          <Page
            pageIndex={index}
            scale={each}
            devicePixelRatio={pixelRatio(size, each, sharpness)}
            renderTextLayer={false}
            renderAnnotationLayer={false}
            loading={drawn === undefined ? <p className="page-note">{loading}</p> : null}
            error={<p className="page-note">{failed}</p>}
            noData={<p className="page-note">{missing}</p>}
            onLoadError={() => onFailed?.()}
            onRenderSuccess={() => setDrawn(each)}
            onRenderError={() => {
              setBroken(each)
              onFailed?.()
            }}
          />
        </div>
      ))}
      {drawn === undefined && broken === zoom && <p className="page-note">{failed}</p>}
    </div>
  )
})
