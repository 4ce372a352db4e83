import './page-column.css'
import {
  type Dispatch,
  type Ref,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import type { PageSize } from '../opening/lease.ts'
import { useZoomGestures } from '../panel/use-zoom-gestures.ts'
import { clampZoom, type Zoom } from '../panel/zoom.ts'
import { usePageContent } from './page-content.ts'
import { columnWidth, type Focus, pagesInView, pagesLeft } from './page-layout.ts'
import type { PageLoader } from './page-loader.ts'
import { PageSheet } from './page-sheet.tsx'
import { stepOf } from './page-width.ts'
import { planTiles } from './tile-plan.ts'
import {
  PAGES,
  type PageSource,
  useInSight,
  usePageImage,
  usePageImages,
} from './use-page-images.ts'
import { usePageView } from './use-page-view.ts'

/** The value is in view heights; scrolling outpaces drawing. */
const READY = 0.75

export interface PageColumnHandle {
  /** @param share of the displayed page above the view */
  goTo(page: number, share?: number): void
  reveal(page: number, spot: Focus): void
  focus(): void
}

export interface ShownSize {
  readonly level: number
  /** The unit is CSS pixels. */
  readonly pageWidth: number
}

interface PageColumnProps {
  readonly ref: Ref<PageColumnHandle>
  readonly source: PageSource
  readonly pages: readonly PageSize[]
  readonly page: number
  readonly zoom: Zoom
  readonly isSideways: boolean
  readonly onPage: (page: number) => void
  readonly onZoom: Dispatch<SetStateAction<Zoom>>
  readonly onSize: (size: ShownSize) => void
}

const MOMENT_MS = 1_000

interface PageAnnouncerProps {
  readonly loader: PageLoader
  readonly page: number
}

function PageAnnouncer({ loader, page }: PageAnnouncerProps) {
  const { t } = useTranslation()
  const image = usePageImage(loader, page)
  const { kind } = image
  const isLate = useLate(`${page}: ${kind}`)
  return (
    <p className="hidden" role="status">
      {kind === 'failed' && t('viewer.pageFailed')}
      {image.kind === 'waiting' &&
        isLate &&
        t(image.isSlow ? 'viewer.pageSlow' : 'viewer.pageLoading')}
    </p>
  )
}

function useLate(what: string): boolean {
  const [late, setLate] = useState<string>()
  useEffect(() => systemClock.after(MOMENT_MS, () => setLate(what)), [what])
  return late === what
}

export function PageColumn({
  ref,
  source,
  pages,
  page,
  zoom,
  isSideways,
  onPage,
  onZoom,
  onSize,
}: PageColumnProps) {
  const { t } = useTranslation()
  const stored = usePageContent()
  const scrolled = useRef<HTMLElement>(null)
  const loader = usePageImages(source, PAGES)
  const { layout, view, level, goTo, reveal, holdNext } = usePageView(scrolled, {
    pages,
    zoom,
    page,
    onPage,
  })
  const seen = pagesInView(layout, view)
  const drawn = pagesInView(layout, {
    top: view.top - READY * view.height,
    height: (1 + 2 * READY) * view.height,
  })
  const imageWidth = isSideways
    ? Math.max(...layout.heights.slice(seen.first - 1, seen.last))
    : layout.pageWidth
  const wholeWidth = stepOf(imageWidth, devicePixelRatio)
  const tiles = planTiles({ ...stored, layout, view, wholeWidth, pixelRatio: devicePixelRatio })
  useInSight(loader, view.width === 0 ? undefined : { ...seen, width: wholeWidth, tiles })
  useZoomGestures(scrolled, (factor, focus) => {
    holdNext(focus)
    onZoom((current) => clampZoom((typeof current === 'number' ? current : level) * factor))
  })
  const reportSize = useEffectEvent(onSize)
  const { pageWidth } = layout
  const isMeasured = view.width > 0
  useEffect(() => {
    if (isMeasured) reportSize({ level, pageWidth })
  }, [isMeasured, level, pageWidth])
  const focusPages = useCallback(() => scrolled.current?.focus({ preventScroll: true }), [])
  useImperativeHandle(ref, () => ({ goTo, reveal, focus: focusPages }))
  const left = pagesLeft(layout, view.width)
  const numbers = Array.from(
    { length: drawn.last - drawn.first + 1 },
    (_, index) => drawn.first + index,
  )

  return (
    <ScrollArea ref={scrolled} label={t('viewer.pages')} className="viewer-pages">
      <ol
        className="viewer-sheets"
        style={{ width: columnWidth(layout, view.width), height: layout.height }}
      >
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
