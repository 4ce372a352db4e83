import { X } from 'lucide-react'
import { type Dispatch, type ReactNode, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { splitName } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Failed, Refused } from './document-state.tsx'
import type { Lease, PageSize } from './lease.ts'
import { OpeningSkeleton } from './opening-skeleton.tsx'
import { PageColumn, type PageColumnHandle } from './page-column.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useThumbnailsChoice } from './thumbnails-choice.ts'
import { type Opening, useLease } from './use-lease.ts'
import { useFocusKept } from './use-panel-behaviour.ts'
import { type Editor, useRetryPreview } from './use-retry-preview.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { ViewerTools } from './viewer-tools.tsx'
import { FIT, zoomedIn, zoomedOut } from './zoom.ts'

interface OpenDocumentProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly titleId: string
  readonly documentId: number
  readonly watermark: boolean | undefined
  readonly actions: ReactNode
  readonly editor: Editor | undefined
  readonly startPage: number
  readonly isNarrow: boolean
  readonly isFullScreen: boolean
  readonly onFullScreen: () => void
  readonly onPage: (page: number) => void
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** The bar and what is below it, for one document from its opening to its end. */
export function OpenDocument(props: OpenDocumentProps) {
  const { panel, titleId, documentId, watermark, actions, startPage, isNarrow, isFullScreen } = props
  const { t } = useTranslation()
  const opening = useLease(documentId)
  const retry = useRetryPreview(props.editor, documentId, props.onRetry)
  const total = opening.kind === 'open' ? opening.pages.length : 0
  const [wanted, setWanted] = useState(startPage)
  const page = total === 0 ? wanted : Math.min(Math.max(wanted, 1), total)
  const [zoom, setZoom] = useState(FIT)
  const [hasThumbnails, toggleThumbnails] = useThumbnailsChoice(isNarrow)
  const column = useRef<PageColumnHandle>(null)
  useFocusKept(panel)

  const goTo = (number: number) => column.current?.goTo(Math.min(Math.max(number, 1), total))
  useViewerKeys(panel, {
    zoomIn: () => setZoom(zoomedIn),
    zoomOut: () => setZoom(zoomedOut),
    fit: () => setZoom(FIT),
    previous: () => goTo(page - 1),
    next: () => goTo(page + 1),
    first: () => goTo(1),
    last: () => goTo(total),
  })
  useEffect(() => {
    if (opening.kind === 'open' && document.activeElement === panel.current) column.current?.focus()
  }, [opening.kind, panel])

  const onPage = (number: number) => {
    setWanted(number)
    props.onPage(number)
  }
  return (
    <>
      <header className="viewer-bar">
        <Title id={titleId} opening={opening} />
        {(opening.kind === 'open' || opening.kind === 'opening') && (
          <div className="viewer-tools">
            {opening.kind === 'open' && (
              <ViewerTools
                page={page}
                total={total}
                zoom={zoom}
                hasThumbnails={hasThumbnails}
                isFullScreen={isFullScreen}
                onGo={goTo}
                onZoom={setZoom}
                onThumbnails={toggleThumbnails}
                onFullScreen={props.onFullScreen}
              />
            )}
          </div>
        )}
        <div className="viewer-actions">
          {actions}
          <IconButton size="small" icon={X} label={t('common.close')} onClick={props.onClose} />
        </div>
      </header>
      <div className="viewer-desk">
        {opening.kind === 'opening' && <OpeningSkeleton hasThumbnails={hasThumbnails} />}
        {opening.kind === 'failed' && <Failed error={opening.error} onRetry={props.onRetry} />}
        {opening.kind === 'refused' && <Refused status={opening.status} {...retry} />}
        {opening.kind === 'open' && (
          <OpenPages
            {...opening}
            watermark={watermark}
            page={page}
            zoom={zoom}
            hasThumbnails={hasThumbnails}
            column={column}
            onGo={goTo}
            onPage={onPage}
            onZoom={setZoom}
          />
        )}
      </div>
    </>
  )
}

interface TitleProps {
  readonly id: string
  readonly opening: Opening
}

function Title({ id, opening }: TitleProps) {
  const { t } = useTranslation()
  const name = 'name' in opening ? opening.name : undefined
  const [stem, extension] = splitName(name ?? '')
  return (
    <h2 id={id} className="viewer-title file-name" title={name} aria-label={name}>
      {name === undefined ? (
        <span className="hidden">{t('viewer.label')}</span>
      ) : (
        <>
          <span>{stem}</span>
          <span>{extension}</span>
        </>
      )}
    </h2>
  )
}

interface OpenPagesProps {
  readonly lease: Lease
  readonly pages: readonly PageSize[]
  readonly watermark: boolean | undefined
  readonly page: number
  readonly zoom: number
  readonly hasThumbnails: boolean
  readonly column: RefObject<PageColumnHandle | null>
  readonly onGo: (page: number) => void
  readonly onPage: (page: number) => void
  readonly onZoom: Dispatch<SetStateAction<number>>
}

function OpenPages({ lease, pages, watermark, page, zoom, hasThumbnails, column, onGo, onPage, onZoom }: OpenPagesProps) {
  const source = { lease, pageCount: pages.length, watermark }
  return (
    <>
      {hasThumbnails && <Thumbnails source={source} pages={pages} page={page} onGo={onGo} onEnter={() => column.current?.focus()} />}
      <PageColumn ref={column} source={source} pages={pages} page={page} zoom={zoom} onPage={onPage} onZoom={onZoom} />
    </>
  )
}
