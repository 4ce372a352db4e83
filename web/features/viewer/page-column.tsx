import './page-column.css'
import { type Dispatch, type Ref, type SetStateAction, useCallback, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import type { PageSize } from './lease.ts'
import { PageAnnouncer } from './page-announcer.tsx'
import { usePageContent } from './page-content.ts'
import { columnWidth, type Focus, pagesInView, pagesLeft } from './page-layout.ts'
import { PageSheet } from './page-sheet.tsx'
import { stepOf } from './page-width.ts'
import { planTiles } from './tile-plan.ts'
import { PAGES, type PageSource, useInSight, usePageImages } from './use-page-images.ts'
import { usePageView } from './use-page-view.ts'
import { useZoomGestures } from './use-zoom-gestures.ts'
import { clampZoom, type Zoom } from './zoom.ts'

/** Sheets stand ready this far above and below the view, in heights of it: scrolling runs ahead of drawing. */
const READY = 0.75

/** What the rest of the panel asks of the column. */
export interface PageColumnHandle {
  /** @param share of the displayed page's height that may lie above the view */
  goTo(page: number, share?: number): void
  /** Shows a point of a page, as shares of its displayed width and height. */
  reveal(page: number, spot: Focus): void
  focus(): void
}

/** How large the pages are on the screen. */
export interface ShownSize {
  /** Where 1 is as wide as the column. */
  readonly level: number
  /** In CSS pixels; all pages have the same. */
  readonly pageWidth: number
}

interface PageColumnProps {
  readonly ref: Ref<PageColumnHandle>
  readonly source: PageSource
  readonly pages: readonly PageSize[]
  readonly page: number
  readonly zoom: Zoom
  /** The pages lie on their sides: their images are as wide as they are high. */
  readonly isSideways: boolean
  readonly onPage: (page: number) => void
  readonly onZoom: Dispatch<SetStateAction<Zoom>>
  readonly onSize: (size: ShownSize) => void
}

/** The pages one under the other, each in its place and shape before its image is there. Only what is near the view is drawn. */
export function PageColumn({ ref, source, pages, page, zoom, isSideways, onPage, onZoom, onSize }: PageColumnProps) {
  const { t } = useTranslation()
  const stored = usePageContent()
  const scrolled = useRef<HTMLElement>(null)
  const loader = usePageImages(source, PAGES)
  const { layout, view, level, goTo, reveal, holdNext } = usePageView(scrolled, { pages, zoom, page, onPage })
  const seen = pagesInView(layout, view)
  const drawn = pagesInView(layout, { top: view.top - READY * view.height, height: (1 + 2 * READY) * view.height })
  const imageWidth = isSideways ? Math.max(...layout.heights.slice(seen.first - 1, seen.last)) : layout.pageWidth
  const wholeWidth = stepOf(imageWidth, devicePixelRatio)
  const tiles = planTiles({ ...stored, layout, view, wholeWidth, pixelRatio: devicePixelRatio })
  useInSight(loader, view.width === 0 ? undefined : { ...seen, width: wholeWidth, tiles })
  useZoomGestures(scrolled, (factor, focus) => {
    holdNext(focus)
    onZoom((current) => clampZoom((typeof current === 'number' ? current : level) * factor))
  })
  const tellSize = useEffectEvent(onSize)
  const { pageWidth } = layout
  // Before the view is measured, the width says nothing.
  const isMeasured = view.width > 0
  useEffect(() => {
    if (isMeasured) tellSize({ level, pageWidth })
  }, [isMeasured, level, pageWidth])
  const focusPages = useCallback(() => scrolled.current?.focus({ preventScroll: true }), [])
  useImperativeHandle(ref, () => ({ goTo, reveal, focus: focusPages }))
  const left = pagesLeft(layout, view.width)
  const numbers = Array.from({ length: drawn.last - drawn.first + 1 }, (_, index) => drawn.first + index)

  return (
    <ScrollArea ref={scrolled} label={t('viewer.pages')} className="viewer-pages">
      <ol className="viewer-sheets" style={{ width: columnWidth(layout, view.width), height: layout.height }}>
        {numbers.map((number) => (
          <PageSheet
            key={number}
            loader={loader}
            number={number}
            total={pages.length}
            left={left}
            top={layout.tops[number - 1] ?? 0}
            width={layout.pageWidth}
            height={layout.heights[number - 1] ?? 0}
            onRetry={focusPages}
          />
        ))}
      </ol>
      <PageAnnouncer loader={loader} page={page} />
    </ScrollArea>
  )
}
