import '../editor/pages.css'
import './preview.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Maximize2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Thumbnail } from 'react-pdf'
import type { Template } from '../../../../contract/features/composed.ts'
import { useWidth } from '../../../lib/browser/use-width.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { PageCanvas } from '../../../ui/page/page-canvas.tsx'
import { PdfDocument } from '../editor/pdf-document.tsx'
import { usePageColumn } from '../editor/use-page-column.ts'
import { go } from '../place.ts'
import { useTemplate } from '../queries.ts'

const THUMBNAIL_WIDTH = 114
const GAP = 16
const DOT_PX = 44

interface PreviewPanelProps {
  readonly templateId: number
  readonly onClose: () => void
}

export function PreviewPanel({ templateId, onClose }: PreviewPanelProps) {
  const { t } = useTranslation()
  const { data } = useTemplate(templateId)
  if (!data) return null
  return (
    <aside className="preview" aria-label={t('compose.previewOf', { name: data.name })}>
      <header className="preview-top">
        <span className="file-name">
          <FileName name={data.name} />
        </span>
        <IconButton
          icon={Maximize2}
          label={t('compose.fullScreen')}
          onClick={() => go({ kind: 'edit', id: templateId, isFromPreview: true })}
        />
        <IconButton icon={X} label={t('compose.closePreview')} onClick={onClose} />
      </header>
      <div className="preview-body">
        <PdfDocument templateId={templateId} isSealed={data.resultPath !== null}>
          <PreviewPages pages={data.pages} />
        </PdfDocument>
      </div>
    </aside>
  )
}

function PreviewPages({ pages }: Pick<Template, 'pages'>) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const width = Math.max(0, useWidth(scroller) - 2 * GAP)
  const [current, setCurrent] = useState(0)
  const zoomOf = (index: number) => width / (pages[index]?.width ?? 1)
  const virtualizer = usePageColumn({
    scroller,
    count: width > 0 ? pages.length : 0,
    heightOf: (index) => (pages[index]?.height ?? 0) * zoomOf(index),
    gap: GAP,
    onCurrent: setCurrent,
  })
  // A page of another width also has another height.
  const measureAgain = useEffectEvent((_width: number, _pages: Template['pages']) =>
    virtualizer.measure(),
  )
  useLayoutEffect(() => measureAgain(width, pages), [width, pages])
  const jump = (index: number) => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    virtualizer.scrollToIndex(index, { align: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  }
  return (
    <div className="preview-pages">
      <Dots pages={pages} current={current} onJump={jump} />
      <ScrollArea ref={scroller} className="preview-column" label={t('compose.documentPages')}>
        <div className="page-column" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const size = pages[index]
            if (!size) return null
            const zoom = zoomOf(index)
            return (
              <div
                key={index}
                className="page-place"
                style={{ transform: `translateY(${start}px)` }}
              >
                <section
                  className="sheet"
                  aria-label={t('compose.page', { page: index + 1 })}
                  style={{ width: size.width * zoom, height: size.height * zoom }}
                >
                  <PageCanvas
                    index={index}
                    size={size}
                    zoom={zoom}
                    loading={t('compose.loadingPage')}
                    failed={t('compose.failedPage')}
                    missing={t('compose.noPage')}
                  />
                </section>
              </div>
            )
          })}
        </div>
      </ScrollArea>
    </div>
  )
}

interface DotsProps {
  readonly pages: Template['pages']
  readonly current: number
  readonly onJump: (index: number) => void
}

function Dots({ pages, current, onJump }: DotsProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const [shown, setShown] = useState<number>()
  const virtualizer = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => DOT_PX,
    overscan: 4,
  })
  const reveal = useEffectEvent((index: number) =>
    virtualizer.scrollToIndex(index, { align: 'auto' }),
  )
  useEffect(() => reveal(current), [current])
  return (
    <nav
      ref={scroller}
      className="preview-dots"
      aria-label={t('compose.thumbnails')}
      onPointerLeave={() => setShown(undefined)}
    >
      <div className="page-column" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <button
            key={index}
            type="button"
            className="preview-dot"
            style={{ transform: `translateY(${start}px)` }}
            aria-label={t('compose.page', { page: index + 1 })}
            aria-current={index === current ? 'page' : undefined}
            onPointerEnter={() => setShown(index)}
            onFocus={() => setShown(index)}
            onBlur={() => setShown(undefined)}
            onClick={() => onJump(index)}
          />
        ))}
      </div>
      {shown !== undefined && (
        <div className="preview-thumbnail" aria-hidden="true">
          <Thumbnail
            pageIndex={shown}
            width={THUMBNAIL_WIDTH}
            loading={null}
            error={null}
            className="preview-small"
          />
          <span className="numbers meta">{shown + 1}</span>
        </div>
      )}
    </nav>
  )
}
