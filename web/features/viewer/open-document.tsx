import { X } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Failed, Refused } from './document-state.tsx'
import { OpenPages } from './open-pages.tsx'
import { OpeningSkeleton } from './opening-skeleton.tsx'
import { useThumbnailsChoice } from './thumbnails-choice.ts'
import { ReadingReports } from './time/reading-reports.ts'
import { useReadingTime } from './time/use-reading-time.ts'
import { useLease } from './use-lease.ts'
import { useFocusKept, useSwitchKey } from './use-panel-behaviour.ts'
import type { PanelRoom } from './use-panel-room.ts'
import { type Sought, useReading } from './use-reading.ts'
import { type Editor, useRetryPreview } from './use-retry-preview.ts'
import { ViewerTools } from './viewer-tools.tsx'

const PasswordPrompt = lazy(() => import('./locked/password-prompt.tsx').then((module) => ({ default: module.PasswordPrompt })))
const StrictGuard = lazy(() => import('./strict/strict-guard.tsx').then((module) => ({ default: module.StrictGuard })))
const StrictNote = lazy(() => import('./strict/strict-note.tsx').then((module) => ({ default: module.StrictNote })))

interface OpenDocumentProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly titleId: string
  readonly documentId: number
  readonly knownName: string | undefined
  readonly watermark: boolean | undefined
  readonly strict: boolean | undefined
  readonly standing: unknown
  readonly actions: ReactNode
  readonly editor: Editor | undefined
  readonly startPage: number
  readonly sought: Sought | undefined
  readonly room: PanelRoom
  readonly isFullScreen: boolean
  readonly onFullScreen: () => void
  readonly onPage: (page: number) => void
  readonly onActivity: (() => void) | undefined
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** The bar and what is below it, for one document from its opening to its end. */
export function OpenDocument(props: OpenDocumentProps) {
  const { panel, titleId, documentId, knownName, watermark, strict, actions, startPage, sought, room, isFullScreen } = props
  const { t } = useTranslation()
  const [reports] = useState(() => new ReadingReports(systemClock))
  const opening = useLease(documentId, props.standing, reports, props.onRetry)
  const retry = useRetryPreview(props.editor, documentId, props.onRetry)
  const [hasThumbnails, toggleThumbnails] = useThumbnailsChoice(!room.hasThumbnails)
  const [isGuarded, setGuarded] = useState(false)
  const [isVeiled, setVeiled] = useState(false)
  const open = opening.kind === 'open' ? opening : undefined
  const name = ('name' in opening && opening.name) || knownName
  const reading = useReading({
    panel,
    pages: open?.manifest.pages,
    unit: open?.manifest.unit,
    startPage,
    sought,
    onPage: props.onPage,
    onActivity: props.onActivity,
  })
  useFocusKept(panel)
  // Nothing is shown unguarded while nobody knows whether it must be guarded.
  const isShown = strict === false || (strict === true && isGuarded)
  useReadingTime(panel, reports, open?.lease, open && isShown && !isVeiled ? reading.page : undefined)

  const { column } = reading
  useSwitchKey(panel, () => (column.current ?? panel.current)?.focus())
  useEffect(() => {
    if (opening.kind === 'open' && document.activeElement === panel.current) column.current?.focus()
  }, [opening.kind, panel, column])

  // Their place is kept while the document opens.
  const tools = (open || opening.kind === 'opening') && (
    <div key="tools" className="viewer-tools">
      {open && (
        <ViewerTools
          reading={reading}
          hasThumbnails={hasThumbnails}
          isFullScreen={isFullScreen}
          onThumbnails={toggleThumbnails}
          onFullScreen={props.onFullScreen}
        />
      )}
    </div>
  )
  const documentActions = (
    <div key="actions" className="viewer-actions">
      {actions}
      <IconButton size="small" icon={X} label={t('common.close')} onClick={props.onClose} />
    </div>
  )

  return (
    <>
      <header className="viewer-bar">
        <Title id={titleId} name={name} />
        {/* As they are seen, so they are reached by key: in two lines the tools stand below. */}
        {room.hasOneLine ? [tools, documentActions] : [documentActions, tools]}
      </header>
      <div className="viewer-desk">
        {(opening.kind === 'opening' || (open && !isShown)) && <OpeningSkeleton name={name} hasThumbnails={hasThumbnails} />}
        {opening.kind === 'failed' && <Failed name={name} error={opening.error} onRetry={props.onRetry} />}
        {opening.kind === 'refused' && <Refused status={opening.status} {...retry} />}
        <Suspense>
          {opening.kind === 'locked' && <PasswordPrompt unlock={opening.unlock} />}
          {open && strict && (
            <StrictGuard
              panel={panel}
              onAttempt={() => {
                setVeiled(true)
                void open.lease.reportCapture(reading.page).catch(() => undefined)
              }}
              onGuard={(isOn) => {
                setGuarded(isOn)
                setVeiled(false)
              }}
              onReturn={() => {
                setVeiled(false)
                column.current?.focus()
              }}
            />
          )}
        </Suspense>
        {open && isShown && (
          <OpenPages lease={open.lease} manifest={open.manifest} watermark={watermark} reading={reading} hasThumbnails={hasThumbnails} />
        )}
      </div>
      {open && strict && (
        <Suspense>
          <StrictNote />
        </Suspense>
      )}
    </>
  )
}

function Title({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const { t } = useTranslation()
  return (
    <h2 id={id} className="viewer-title file-name" title={name} aria-label={name}>
      {name === undefined ? <span className="hidden">{t('viewer.label')}</span> : <FileName name={name} />}
    </h2>
  )
}
