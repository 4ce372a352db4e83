import { X } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { storedInBrowser } from '../../../lib/browser/stored.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { SheetSkeleton } from '../page/sheet-skeleton.tsx'
import { useFocusKept, useSwitchKey } from '../panel/use-panel-behaviour.ts'
import type { PanelRoom } from '../panel/use-panel-room.ts'
import { ViewerTools } from '../panel/viewer-tools.tsx'
import { ReadingReports } from '../time/reading-reports.ts'
import { useReadingTime } from '../time/use-reading-time.ts'
import { type Searched, useReading } from '../use-reading.ts'
import { Failed, Refused } from './document-state.tsx'
import { isPdf } from './is-pdf.ts'
import { OpenPages } from './open-pages.tsx'
import { useLease } from './use-lease.ts'
import { type Editor, useRetryPreview } from './use-retry-preview.ts'

const PasswordPrompt = lazy(() =>
  import('../locked/password-prompt.tsx').then((module) => ({ default: module.PasswordPrompt })),
)
const StrictGuard = lazy(() =>
  import('../strict/strict-guard.tsx').then((module) => ({ default: module.StrictGuard })),
)
const StrictNote = lazy(() =>
  import('../strict/strict-note.tsx').then((module) => ({ default: module.StrictNote })),
)

interface OpenDocumentProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly titleId: string
  readonly documentId: number
  readonly knownName: string | undefined
  readonly index: string | undefined
  readonly mark: ReactNode
  readonly watermark: boolean | undefined
  readonly strict: boolean | undefined
  readonly recheckKey: unknown
  readonly actions: ReactNode
  readonly editor: Editor | undefined
  readonly startPage: number
  readonly searched: Searched | undefined
  readonly room: PanelRoom
  readonly isFullScreen: boolean
  readonly onFullScreen: () => void
  readonly onPage: (page: number) => void
  readonly onOpened: ((documentId: number) => void) | undefined
  readonly onActivity: (() => void) | undefined
  readonly onRetry: () => void
  readonly onClose: () => void
}

interface Choice {
  readonly narrow: boolean
  readonly wide: boolean
}

const UNCHOSEN: Choice = { narrow: false, wide: true }

function accept(value: unknown): Choice | undefined {
  if (typeof value !== 'object' || value === null || !('narrow' in value) || !('wide' in value))
    return undefined
  const { narrow, wide } = value
  return typeof narrow === 'boolean' && typeof wide === 'boolean' ? { narrow, wide } : undefined
}

const stored = storedInBrowser<Choice>('viewer.thumbnails', accept)

function useThumbnailsChoice(isNarrow: boolean): readonly [isShown: boolean, toggle: () => void] {
  const choice = useSyncExternalStore(stored.subscribe, stored.read) ?? UNCHOSEN
  const key = isNarrow ? 'narrow' : 'wide'
  return [choice[key], () => stored.write({ ...choice, [key]: !choice[key] })]
}

const THUMBNAILS = [1, 2, 3, 4, 5]

interface OpeningSkeletonProps {
  readonly name: string | undefined
  readonly hasThumbnails: boolean
}

function OpeningSkeleton({ name, hasThumbnails }: OpeningSkeletonProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className="hidden" role="status">
        {t(isPdf(name) ? 'viewer.loadingPdf' : 'viewer.loading')}
      </span>
      {hasThumbnails && (
        <div className="viewer-side" aria-hidden="true">
          {THUMBNAILS.map((number) => (
            <div key={number} className="skeleton viewer-thumbnail-guess" />
          ))}
        </div>
      )}
      <div className="viewer-pages" aria-hidden="true">
        <div className="skeleton viewer-sheet-guess">
          <SheetSkeleton />
        </div>
      </div>
    </>
  )
}

export function OpenDocument(props: OpenDocumentProps) {
  const {
    panel,
    titleId,
    documentId,
    knownName,
    watermark,
    strict,
    actions,
    startPage,
    searched,
    room,
    isFullScreen,
  } = props
  const { t } = useTranslation()
  const [reports] = useState(() => new ReadingReports(systemClock))
  const opening = useLease(documentId, props.recheckKey, reports, props.onRetry)
  const retry = useRetryPreview(props.editor, documentId, props.onRetry)
  const [hasThumbnails, toggleThumbnails] = useThumbnailsChoice(!room.hasThumbnails)
  const [isGuarded, setGuarded] = useState(false)
  const [isVeiled, setVeiled] = useState(false)
  const open = opening.kind === 'open' ? opening : undefined
  const name = ('name' in opening && opening.name) || knownName
  const reading = useReading({
    panel,
    pages: open?.leasePages.pages,
    unit: open?.leasePages.unit,
    startPage,
    searched,
    onPage: props.onPage,
    onActivity: props.onActivity,
  })
  const noteOpened = useEffectEvent(() => props.onOpened?.(documentId))
  useEffect(() => {
    if (opening.kind === 'open') noteOpened()
  }, [opening.kind])
  useFocusKept(panel)
  // Nothing appears unguarded while strict mode is unknown.
  const isShown = strict === false || (strict === true && isGuarded)
  useReadingTime(
    panel,
    reports,
    open?.lease,
    open && isShown && !isVeiled ? reading.page : undefined,
  )

  const { column } = reading
  useSwitchKey(panel, () => (column.current ?? panel.current)?.focus())
  useEffect(() => {
    if (opening.kind === 'open' && document.activeElement === panel.current) column.current?.focus()
  }, [opening.kind, panel, column])

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
        <Title id={titleId} name={name} index={props.index} mark={props.mark} />
        {/* DOM order follows the visual order. */}
        {room.hasOneLine ? [tools, documentActions] : [documentActions, tools]}
      </header>
      <div className="viewer-desk">
        {(opening.kind === 'opening' || (open && !isShown)) && (
          <OpeningSkeleton name={name} hasThumbnails={hasThumbnails} />
        )}
        {opening.kind === 'failed' && (
          <Failed name={name} error={opening.error} onRetry={props.onRetry} />
        )}
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
          <OpenPages
            lease={open.lease}
            leasePages={open.leasePages}
            watermark={watermark}
            reading={reading}
            hasThumbnails={hasThumbnails}
          />
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

interface TitleProps {
  readonly id: string
  readonly name: string | undefined
  readonly index: string | undefined
  readonly mark: ReactNode
}

function Title({ id, name, index, mark }: TitleProps) {
  const { t } = useTranslation()
  const whole = index === undefined || name === undefined ? name : `${index} ${name}`
  return (
    <div className="viewer-title">
      <h2 id={id} title={whole} aria-label={whole}>
        {index !== undefined && <span className="viewer-index numbers">{index}</span>}
        <span className="file-name">
          {name === undefined ? (
            <span className="hidden">{t('viewer.label')}</span>
          ) : (
            <FileName name={name} />
          )}
        </span>
      </h2>
      {mark}
    </div>
  )
}
