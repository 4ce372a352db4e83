import './open-pages.css'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { PageColumn } from '../page/page-column.tsx'
import { type FoundHits, type PageContent, PageContentProvider } from '../page/page-content.ts'
import { PageFacts } from '../page/page-facts.ts'
import { rotatedPages, rotatedShare, rotatedSpot } from '../page/rotation.ts'
import { PageMenu } from '../panel/page-menu.tsx'
import { Thumbnails } from '../panel/thumbnails.tsx'
import { useCopying } from '../use-copying.ts'
import type { ViewerReading } from '../use-reading.ts'
import type { Hit, Lease, LeasePages } from './lease.ts'

const FindBar = lazy(() =>
  import('../find/find-bar.tsx').then((module) => ({ default: module.FindBar })),
)

interface OpenPagesProps {
  readonly lease: Lease
  readonly leasePages: LeasePages
  readonly watermark: boolean | undefined
  readonly reading: ViewerReading
  readonly hasThumbnails: boolean
}

const NAMED = 5

function FontsNote({ pages }: { readonly pages: ReadonlySet<number> }) {
  const { t } = useTranslation()
  if (pages.size === 0) return null
  const numbers = [...pages].sort((a, b) => a - b)
  const named = numbers.slice(0, NAMED).join(', ')
  return (
    <p className="viewer-fonts meta" role="status">
      {t('viewer.fontsMissing', { pages: numbers.length > NAMED ? `${named}…` : named })}
    </p>
  )
}

function SignatureBox() {
  const { t } = useTranslation()
  return (
    <section className="viewer-signature" aria-label={t('viewer.signatures')}>
      <h3>{t('viewer.signatures')}</h3>
      <span className="viewer-signature-slot">{t('viewer.noSignature')}</span>
      <span className="viewer-signature-slot">{t('viewer.noSeal')}</span>
    </section>
  )
}

export function OpenPages({
  lease,
  leasePages,
  watermark,
  reading,
  hasThumbnails,
}: OpenPagesProps) {
  const { pages, unit, textLayer, selection } = leasePages
  const { page, rotation, column, isFinding } = reading
  const area = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<FoundHits>()
  const [inDoubt, setInDoubt] = useState<ReadonlySet<number>>(new Set())
  const displayed = useMemo(() => rotatedPages(pages, rotation), [pages, rotation])
  const isSelectable = textLayer && selection
  // Plain-text links depend on the text right, so both reload.
  const facts = useMemo(
    () => ({
      text: textLayer ? new PageFacts((number, signal) => lease.text(number, signal)) : undefined,
      links: new PageFacts(async (number, signal) => {
        const answer = await lease.links(number, signal)
        if (answer.fontsMissing) setInDoubt((before) => new Set([...before, number]))
        return answer
      }),
    }),
    [lease, textLayer],
  )
  const content = useMemo<PageContent>(
    () => ({
      pages,
      unit,
      rotation,
      ...facts,
      isSelectable,
      found,
      goTo: (number, share = 0) => column.current?.goTo(number, rotatedShare(share, rotation)),
    }),
    [pages, unit, rotation, facts, isSelectable, found, column],
  )
  const copy = useCopying(area, pages.length, isSelectable ? facts.text : undefined)

  const showHit = ({ page: number, rects: [rect] }: Hit) => {
    const size = pages[number - 1]
    if (!size || !rect) return
    const spot = {
      x: (rect.x + rect.width / 2) / size.width,
      y: (rect.y + rect.height / 2) / size.height,
    }
    column.current?.reveal(number, rotatedSpot(spot, rotation))
  }
  const source = { lease, pageCount: pages.length, watermark }
  return (
    <div className="viewer-reading">
      {isFinding && (
        <Suspense>
          <FindBar
            key={reading.searched?.visit}
            ref={reading.findBar}
            searched={reading.searched}
            lease={lease}
            pageCount={pages.length}
            page={page}
            onFound={setFound}
            onHit={showHit}
            onClose={reading.endFinding}
          />
        </Suspense>
      )}
      <FontsNote pages={inDoubt} />
      <div ref={area} className="viewer-columns">
        {hasThumbnails && (
          <div className="viewer-side">
            <Thumbnails
              source={source}
              pages={displayed}
              rotation={rotation}
              page={page}
              onGo={reading.goTo}
              onEnter={() => column.current?.focus()}
            />
            <SignatureBox />
          </div>
        )}
        <PageContentProvider value={content}>
          <PageColumn
            ref={column}
            source={source}
            pages={displayed}
            page={page}
            zoom={reading.zoom}
            isSideways={reading.isSideways}
            onPage={reading.onPage}
            onZoom={reading.setZoom}
            onSize={reading.setSize}
          />
        </PageContentProvider>
        <PageMenu pages={area} actions={reading.actions} copy={copy} />
      </div>
    </div>
  )
}
