import './page-canvas.css'
import { memo, useState } from 'react'
import { Page } from 'react-pdf'
import type { Size } from '../../paper/space/page-space.ts'

/** How finely pages are drawn. */
export interface Sharpness {
  /** For each pixel of the layout, no more than so many of the canvas. */
  readonly ratio: number
  /** A canvas takes four bytes for each pixel: beyond so many a page is drawn coarser than the screen. */
  readonly pixels: number
}

const SHARPNESS: Sharpness = { ratio: 2, pixels: 16_000_000 }

function pixelRatio({ width, height }: Size, zoom: number, { ratio, pixels }: Sharpness): number {
  return Math.min(Math.max(1, devicePixelRatio), ratio, Math.sqrt(pixels / (width * height * zoom * zoom)))
}

/** react-pdf gives a canvas whole pixels: from these to the size of the page, exactly. */
const stretch = ({ width, height }: Size, drawn: number, zoom: number): string =>
  `scale(${(width * zoom) / Math.floor(width * drawn)}, ${(height * zoom) / Math.floor(height * drawn)})`

interface PageCanvasProps {
  /** From 0. */
  readonly index: number
  /** Of the displayed page, in points. */
  readonly size: Size
  readonly zoom: number
  readonly sharpness?: Sharpness
  /** What stands there until the page is drawn. */
  readonly loading: string
  /** What stands there where it cannot be drawn. */
  readonly failed: string
  /** What stands there where no page is named. */
  readonly missing?: string
  /** Hears that it could not be drawn. What of the file did not come is asked for no more: another Document has to. */
  readonly onFailed?: () => void
}

/**
 * The drawing of a page, within a Document of react-pdf. At another zoom the old drawing stays, stretched, until the new one is there: nothing
 * flickers.
 */
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
