import './viewer-panel.css'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { OpenDocument } from './open-document.tsx'
import { PanelResizer } from './panel-resizer.tsx'
import { usePanelShare } from './panel-share.ts'
import { useCover, useEscape, useFirstFocus } from './use-panel-behaviour.ts'
import { usePanelRoom } from './use-panel-room.ts'
import type { Sought } from './use-reading.ts'
import type { Editor } from './use-retry-preview.ts'
import { useSettled } from './use-settled.ts'

/** Opening a document is a view in the log: one that was only passed in the list is none. */
const REST_MS = 200
/** The address need not know every page that is scrolled past. */
const TELL_MS = 300

interface ViewerPanelProps {
  /** May change while the panel is open: no `key`, or it slides in anew for each document. */
  readonly documentId: number
  /** As far as it is known before the document is open. */
  readonly name?: string | undefined
  /** The room's switch as far as it is known; when it changes, the pages are fetched anew. */
  readonly watermark: boolean | undefined
  /** The room's strict mode as far as it is known: pages are hidden when something looks like a capture of the screen. */
  readonly strict: boolean | undefined
  /** Changes when the document may be gone, or what its reader may do with it: then the server is asked again. */
  readonly standing: unknown
  /** Who may have the pages of a document made anew; undefined for others. */
  readonly editor?: Editor | undefined
  /** Buttons beside the closing one. */
  readonly actions?: ReactNode
  /** The page to begin on. */
  readonly page?: number | undefined
  /** For what somebody comes to a page: it is sought in the document. */
  readonly sought?: Sought | undefined
  /** Hears which page is being read, when it has been for a moment. */
  readonly onPage?: ((page: number) => void) | undefined
  /** Shows what was done with the document; left out where that may not be known. */
  readonly onActivity?: (() => void) | undefined
  /** Where the focus goes then is up to the caller. */
  readonly onClose: () => void
}

/** A document beside its list. Slides in from the right; Escape closes it, from full screen in two steps. */
export function ViewerPanel({
  documentId,
  name,
  watermark,
  strict,
  standing,
  editor,
  actions,
  page = 1,
  sought,
  onPage,
  onActivity,
  onClose,
}: ViewerPanelProps) {
  const id = useId()
  const titleId = `${id}-title`
  const panel = useRef<HTMLElement>(null)
  const openId = useSettled(documentId, REST_MS)
  const [attempt, setAttempt] = useState(0)
  const [isFullScreen, setFullScreen] = useState(false)
  const [reading, setReading] = useState<{ readonly documentId: number; readonly page: number }>()
  const isCovering = useMediaQuery('(max-width: 767px)') || isFullScreen
  const room = usePanelRoom(panel)
  const share = usePanelShare(useMediaQuery('(max-width: 1279px)'))
  useCover(panel, isCovering)
  useFirstFocus(panel)
  useEscape(panel, isFullScreen ? () => setFullScreen(false) : onClose)

  // What was read in another document is of no interest to the address of this one.
  const pageToTell = reading?.documentId === documentId ? reading.page : undefined
  const tellPage = useEffectEvent((current: number) => onPage?.(current))
  useEffect(() => (pageToTell === undefined ? undefined : systemClock.after(TELL_MS, () => tellPage(pageToTell))), [pageToTell])

  return (
    <section
      ref={panel}
      id={id}
      className="viewer"
      style={isCovering ? undefined : { width: `${share.share}%` }}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-full-screen={isFullScreen || undefined}
      data-two-lines={!room.hasOneLine || undefined}
    >
      <PanelResizer panelId={id} share={share} />
      <OpenDocument
        key={`${openId}.${attempt}`}
        panel={panel}
        titleId={titleId}
        documentId={openId}
        knownName={openId === documentId ? name : undefined}
        watermark={watermark}
        strict={strict}
        standing={standing}
        actions={actions}
        editor={editor}
        startPage={page}
        sought={openId === documentId ? sought : undefined}
        room={room}
        isFullScreen={isFullScreen}
        onFullScreen={() => setFullScreen(!isFullScreen)}
        onPage={(current) => setReading({ documentId: openId, page: current })}
        onActivity={onActivity}
        onRetry={() => setAttempt(attempt + 1)}
        onClose={onClose}
      />
    </section>
  )
}
