import './thumbnails.css'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Hourglass } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { PageSize } from '../opening/lease.ts'
import type { PageLoader } from '../page/page-loader.ts'
import { stepOf } from '../page/page-width.ts'
import { isSideways, type QuarterTurns, rotationTransform } from '../page/rotation.ts'
import {
  type PageSource,
  THUMBNAILS,
  useInSight,
  usePageImage,
  usePageImages,
} from '../page/use-page-images.ts'

const WIDTH = 114
const HEIGHT_MAX = 228
const LABEL_HEIGHT = 24
const GAP = 12

const heightOf = (size: PageSize | undefined): number =>
  size ? Math.min(Math.round((WIDTH * size.height) / size.width), HEIGHT_MAX) : 0

interface ThumbnailsProps {
  readonly source: PageSource
  readonly pages: readonly PageSize[]
  readonly rotation: QuarterTurns
  readonly page: number
  readonly onGo: (page: number) => void
  readonly onEnter: () => void
}

export function Thumbnails({ source, pages, rotation, page, onGo, onEnter }: ThumbnailsProps) {
  const { t } = useTranslation()
  const id = useId()
  const scrolled = useRef<HTMLDivElement>(null)
  const loader = usePageImages(source, THUMBNAILS)
  const virtualizer = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scrolled.current,
    estimateSize: (index) => heightOf(pages[index]) + LABEL_HEIGHT,
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: GAP,
    scrollPaddingStart: GAP,
    scrollPaddingEnd: GAP,
    overscan: 2,
    // `aria-activedescendant` needs it in the DOM.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), page - 1])].sort((a, b) => a - b),
  })
  const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {}
  const width = stepOf(WIDTH, devicePixelRatio)
  useInSight(
    loader,
    endIndex < 0 ? undefined : { first: startIndex + 1, last: endIndex + 1, width, tiles: [] },
  )
  const measureAgain = useEffectEvent((_: readonly PageSize[]) => virtualizer.measure())
  useLayoutEffect(() => measureAgain(pages), [pages])
  const showCurrent = useEffectEvent((current: number) =>
    virtualizer.scrollToIndex(current - 1, { align: 'auto' }),
  )
  useEffect(() => showCurrent(page), [page])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step !== undefined) onGo(Math.min(Math.max(page + step, 1), pages.length))
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const option = target instanceof Element ? target.closest('[data-page]') : null
    if (!option) return
    currentTarget.focus({ preventScroll: true })
    onGo(Number(option.getAttribute('data-page')))
  }
  return (
    <div
      ref={scrolled}
      className="viewer-thumbnails"
      role="listbox"
      tabIndex={0}
      aria-label={t('viewer.thumbnails')}
      aria-activedescendant={`${id}-${page}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        className="viewer-thumbnails-all"
        role="presentation"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            id={`${id}-${index + 1}`}
            className="viewer-thumbnail"
            role="option"
            tabIndex={-1}
            aria-label={t('viewer.page', { page: index + 1 })}
            aria-selected={index + 1 === page}
            aria-setsize={pages.length}
            aria-posinset={index + 1}
            data-page={index + 1}
            style={{ top: start }}
          >
            <Thumbnail
              loader={loader}
              page={index + 1}
              rotation={rotation}
              height={heightOf(pages[index])}
            />
            <span className="viewer-thumbnail-number numbers">{index + 1}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

interface ThumbnailProps {
  readonly loader: PageLoader
  readonly page: number
  readonly rotation: QuarterTurns
  readonly height: number
}

function Thumbnail({ loader, page, rotation, height }: ThumbnailProps) {
  const image = usePageImage(loader, page)
  const stored = isSideways(rotation) ? { width: height, height: WIDTH } : { width: WIDTH, height }
  return (
    <span className="viewer-thumbnail-paper" style={{ width: WIDTH, height }}>
      {image.kind === 'waiting' && image.isSlow && (
        <Hourglass className="viewer-thumbnail-slow" size={20} aria-hidden="true" />
      )}
      {image.kind === 'shown' && (
        <img
          src={image.url}
          alt=""
          draggable={false}
          style={{ ...stored, transform: rotationTransform(rotation, WIDTH, height) }}
        />
      )}
    </span>
  )
}
