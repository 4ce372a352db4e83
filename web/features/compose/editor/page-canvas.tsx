import { memo, useState } from 'react'
import { Page } from 'react-pdf'
import type { Size } from '../../../../paper/space/page-space.ts'
import { useTranslation } from '../../../lib/i18n.ts'

/** A canvas takes four bytes for each pixel: beyond this a page is drawn coarser than the screen. */
const MOST_PIXELS = 16_000_000

/** How many pixels a page is drawn with for each of the screen. */
function pixelRatio({ width, height }: Size, zoom: number): number {
  const pixels = width * height * zoom * zoom
  return Math.min(Math.max(1, devicePixelRatio), 2, Math.sqrt(MOST_PIXELS / pixels))
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
}

/** The drawing of a page. At another zoom the old drawing stays, stretched, until the new one is there: nothing flickers. */
export const PageCanvas = memo(function PageCanvas({ index, size, zoom }: PageCanvasProps) {
  const { t } = useTranslation()
  const [drawn, setDrawn] = useState<number>()
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
            devicePixelRatio={pixelRatio(size, each)}
            renderTextLayer={false}
            renderAnnotationLayer={false}
            loading={drawn === undefined ? <p className="page-note">{t('compose.loadingPage')}</p> : null}
            error={<p className="page-note">{t('compose.failedPage')}</p>}
            noData={<p className="page-note">{t('compose.noPage')}</p>}
            onRenderSuccess={() => setDrawn(each)}
          />
        </div>
      ))}
    </div>
  )
})
