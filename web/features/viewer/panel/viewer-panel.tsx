import './viewer-panel.css'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { OpenDocument } from '../opening/open-document.tsx'
import type { Editor } from '../opening/use-retry-preview.ts'
import type { Searched } from '../use-reading.ts'
import { PanelResizer } from './panel-resizer.tsx'
import { usePanelShare } from './panel-share.ts'
import { useCover, useEscape, useFirstFocus } from './use-panel-behaviour.ts'
import { usePanelRoom } from './use-panel-room.ts'

/** Passed documents stay out of the log. */
const REST_MS = 200
/** Passed pages stay out of the address. */
const NOTIFY_MS = 300

interface ViewerPanelProps {
  /** As a `key`, it would restart the slide-in. */
  readonly documentId: number
  readonly name?: string | undefined
  readonly index?: string | undefined
  readonly mark?: ReactNode
  readonly watermark: boolean | undefined
  readonly strict: boolean | undefined
  readonly recheckKey: unknown
  readonly editor?: Editor | undefined
  readonly actions?: ReactNode
  readonly page?: number | undefined
  readonly searched?: Searched | undefined
  readonly onPage?: ((page: number) => void) | undefined
  /** It runs when pages can be seen and the server has noted the opening. */
  readonly onOpened?: ((documentId: number) => void) | undefined
  readonly onActivity?: (() => void) | undefined
  readonly onClose: () => void
}

function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === settled) return undefined
    const now = systemClock.now()
    const isRested = now - changedAt.current >= restMs
    changedAt.current = now
    if (!isRested) return systemClock.after(restMs, () => setSettled(value))
    setSettled(value)
    return undefined
  }, [value, settled, restMs])
  return settled
}

export function ViewerPanel({
  documentId,
  name,
  mark,
  index,
  watermark,
  strict,
  recheckKey,
  editor,
  actions,
  page = 1,
  searched,
  onPage,
  onOpened,
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

  // Another document's page must not change the address.
  const pageToReport = reading?.documentId === documentId ? reading.page : undefined
  const reportPage = useEffectEvent((current: number) => onPage?.(current))
  useEffect(
    () =>
      pageToReport === undefined
        ? undefined
        : systemClock.after(NOTIFY_MS, () => reportPage(pageToReport)),
    [pageToReport],
  )

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
        index={openId === documentId ? index : undefined}
        mark={openId === documentId ? mark : undefined}
        watermark={watermark}
        strict={strict}
        recheckKey={recheckKey}
        actions={actions}
        editor={editor}
        startPage={page}
        searched={openId === documentId ? searched : undefined}
        room={room}
        isFullScreen={isFullScreen}
        onFullScreen={() => setFullScreen(!isFullScreen)}
        onPage={(current) => setReading({ documentId: openId, page: current })}
        onOpened={onOpened}
        onActivity={onActivity}
        onRetry={() => setAttempt(attempt + 1)}
        onClose={onClose}
      />
    </section>
  )
}
