import './page-sheet.css'
import '../find/hits-layer.css'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextLayer } from '../text/text-layer.tsx'
import { LinksLayer } from './links-layer.tsx'
import { type FoundHits, usePageContent } from './page-content.ts'
import type { PageLoader } from './page-loader.ts'
import { isSideways, rotationTransform } from './rotation.ts'
import { SheetSkeleton } from './sheet-skeleton.tsx'
import { SheetTiles } from './sheet-tiles.tsx'
import { usePageImage } from './use-page-images.ts'

interface PageSheetProps {
  readonly loader: PageLoader
  readonly number: number
  readonly total: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly onRetry: () => void
}

export const PageSheet = memo(function PageSheet({
  loader,
  number,
  total,
  left,
  top,
  width,
  height,
  onRetry,
}: PageSheetProps) {
  const { t } = useTranslation()
  const image = usePageImage(loader, number)
  const label = t('viewer.page', { page: number })
  const retry = () => {
    onRetry()
    loader.retry(number)
  }
  return (
    <li
      className="viewer-sheet"
      style={{ left, top, width, height }}
      aria-setsize={total}
      aria-posinset={number}
    >
      {image.kind === 'shown' && (
        <SheetContent loader={loader} number={number} width={width} height={height}>
          <img src={image.url} alt={label} draggable={false} decoding="sync" />
        </SheetContent>
      )}
      {image.kind === 'waiting' && (
        <>
          <span className="hidden">{label}</span>
          <SheetSkeleton />
          {image.isSlow && (
            <p className="viewer-sheet-slow" aria-hidden="true">
              {t('viewer.pageSlow')}
            </p>
          )}
        </>
      )}
      {image.kind === 'failed' && (
        <SheetFailure label={label} error={image.error} onRetry={retry} />
      )}
    </li>
  )
})

interface SheetContentProps {
  readonly loader: PageLoader
  readonly number: number
  readonly width: number
  readonly height: number
  readonly children: ReactNode
}

interface HitsLayerProps {
  readonly found: FoundHits
  readonly page: number
  readonly scale: number
}

function HitsLayer({ found, page, scale }: HitsLayerProps) {
  const hits = useSyncExternalStore(found.subscribe, () => found.hitsOn(page))
  const current = useSyncExternalStore(found.subscribe, found.current)
  return hits.flatMap((hit) =>
    hit.rects.map(({ x, y, width, height }) => (
      <span
        key={`${x} ${y} ${width}`}
        className="viewer-hit"
        data-current={hit === current || undefined}
        style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
      />
    )),
  )
}

function SheetContent({ loader, number, width, height, children }: SheetContentProps) {
  const { pages, rotation, text, isSelectable, links, found, goTo } = usePageContent()
  const size = pages[number - 1]
  if (!size) return null
  const stored = isSideways(rotation) ? { width: height, height: width } : { width, height }
  const scale = stored.width / size.width
  return (
    <div
      className="viewer-sheet-content"
      style={{ ...stored, transform: rotationTransform(rotation, width, height) }}
    >
      {children}
      <SheetTiles loader={loader} page={number} size={size} width={stored.width} />
      {found && <HitsLayer found={found} page={number} scale={scale} />}
      {text && (
        <TextLayer
          facts={text}
          page={number}
          size={size}
          scale={scale}
          isSelectable={isSelectable}
        />
      )}
      <LinksLayer facts={links} page={number} pages={pages} scale={scale} goTo={goTo} />
    </div>
  )
}

/** With 422 the document itself cannot be shown, so the same request would fail again. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.http === 422

interface SheetFailureProps {
  readonly label: string
  readonly error: unknown
  readonly onRetry: () => void
}

function SheetFailure({ label, error, onRetry }: SheetFailureProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className="viewer-sheet-failure">
      <p>
        <span className="hidden">{label}: </span>
        {t('viewer.pageFailed')}
      </p>
      <p className="meta">{errorText(error)}</p>
      {!isFinal(error) && (
        <Button size="small" aria-label={`${t('common.retry')}: ${label}`} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
