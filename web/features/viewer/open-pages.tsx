import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { FontsNote } from './fonts-note.tsx'
import type { Hit, Lease, Manifest } from './lease.ts'
import { PageColumn } from './page-column.tsx'
import { type Found, type PageContent, PageContentProvider } from './page-content.ts'
import { PageFacts } from './page-facts.ts'
import { PageMenu } from './page-menu.tsx'
import { SignatureBox } from './signature-box.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { turnedPages, turnedShare, turnedSpot } from './turn.ts'
import { useCopying } from './use-copying.ts'
import type { Reading } from './use-reading.ts'

const FindBar = lazy(() => import('./find/find-bar.tsx').then((module) => ({ default: module.FindBar })))

interface OpenPagesProps {
  readonly lease: Lease
  readonly manifest: Manifest
  readonly watermark: boolean | undefined
  readonly reading: Reading
  readonly hasThumbnails: boolean
}

/** The pages of a document, small and large, and the search in them. */
export function OpenPages({ lease, manifest, watermark, reading, hasThumbnails }: OpenPagesProps) {
  const { pages, unit, textLayer, selection } = manifest
  const { page, turn, column, isFinding } = reading
  const area = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<Found>()
  const [inDoubt, setInDoubt] = useState<ReadonlySet<number>>(new Set())
  const displayed = useMemo(() => turnedPages(pages, turn), [pages, turn])
  const isSelectable = textLayer && selection
  // With the text come links that are merely written on a page: both are asked for anew when the right to it changes.
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
      turn,
      ...facts,
      isSelectable,
      found,
      goTo: (number, share = 0) => column.current?.goTo(number, turnedShare(share, turn)),
    }),
    [pages, unit, turn, facts, isSelectable, found, column],
  )
  const copy = useCopying(area, pages.length, isSelectable ? facts.text : undefined)

  const showHit = ({ page: number, rects: [rect] }: Hit) => {
    const size = pages[number - 1]
    if (!size || !rect) return
    const spot = { x: (rect.x + rect.width / 2) / size.width, y: (rect.y + rect.height / 2) / size.height }
    column.current?.reveal(number, turnedSpot(spot, turn))
  }
  const source = { lease, pageCount: pages.length, watermark }
  return (
    <div className="viewer-reading">
      {isFinding && (
        <Suspense>
          <FindBar
            key={reading.sought?.visit}
            ref={reading.findBar}
            sought={reading.sought}
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
              turn={turn}
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
