import './upload-card.css'
import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ProgressBar } from '../../../ui/state/progress-bar.tsx'
import type { UploadQueue, UploadSnapshot } from '../queue/upload-queue.ts'
import { UploadRows } from './upload-rows.tsx'
import { useUploadWords } from './use-upload-words.ts'

interface UploadPanelProps {
  readonly queue: UploadQueue
  readonly snapshot: UploadSnapshot
}

const PROPERTY = '--upload-card-room'

/** `--foot-room` lets lists scroll clear of the card. */
function useRoomBelow(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = card.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const floats = getComputedStyle(element).position === 'fixed' && element.offsetHeight > 0
      style.setProperty(PROPERTY, `${floats ? innerHeight - element.offsetTop : 0}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(PROPERTY)
    }
  }, [card])
}

export function UploadPanel({ queue, snapshot }: UploadPanelProps) {
  const { t } = useTranslation()
  const { tally, isActive, isPaused, isOffline, isBarred, unfinished } = snapshot
  const card = useRef<HTMLElement>(null)
  const listId = useId()
  const needsLook = tally.missing > 0 || unfinished.length > 0
  const [isOpen, setIsOpen] = useFold(isActive, needsLook)
  const isOver = !isActive && !needsLook
  useRoomBelow(card)

  return (
    <aside
      ref={card}
      className="upload-card"
      aria-label={t('uploads.card')}
      tabIndex={-1}
      data-still={isPaused || isOffline || isBarred ? '' : undefined}
    >
      <header className="upload-card-header">
        <Headline snapshot={snapshot} />
        {isActive && <PauseButton queue={queue} snapshot={snapshot} />}
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          size="small"
          label={t(isOpen ? 'uploads.collapse' : 'uploads.expand')}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        />
        <CloseButton queue={queue} isActive={isActive} />
      </header>
      {isActive && (
        <ProgressBar label={t('uploads.card')} share={tally.sent / Math.max(tally.bytes, 1)} />
      )}
      {isOpen && <UploadRows id={listId} queue={queue} unfinished={unfinished} />}
      {tally.failed > 0 && isOpen && (
        <footer className="upload-card-failed">
          {isActive && (
            <span className="numbers">{t('uploads.missing', { count: tally.missing })}</span>
          )}
          <Button size="small" onClick={() => queue.retryFailed()}>
            {t('uploads.retryAll')}
          </Button>
        </footer>
      )}
      {isOver && <span className="upload-card-wait" onAnimationEnd={() => queue.dismiss()} />}
    </aside>
  )
}

function Headline({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  const { t } = useTranslation()
  const words = useUploadWords()
  const { tally, isActive, unfinished } = snapshot
  if (isActive) {
    const [title, detail] = words.progress(snapshot)
    return (
      <div className="upload-card-headline">
        <strong className="numbers">{title}</strong>
        {detail !== '' && <span className="meta numbers">{detail}</span>}
      </div>
    )
  }
  const summary = tally.total + tally.canceled + tally.skipped > 0 ? words.summary(tally) : ''
  return (
    <p className="upload-card-result">
      {tally.missing === 0 && tally.done > 0 && <strong lang="en">Succeed</strong>} {summary}{' '}
      {unfinished.length > 0 && t('uploads.unfinished', { count: unfinished.length })}
    </p>
  )
}

function PauseButton({ queue, snapshot: { tally, isPaused } }: UploadPanelProps) {
  const { t } = useTranslation()
  const isHeld = isPaused || (tally.paused > 0 && tally.paused + tally.saving === tally.open)
  return (
    <IconButton
      icon={isHeld ? Play : Pause}
      size="small"
      label={t(isHeld ? 'uploads.resumeAll' : 'uploads.pauseAll')}
      onClick={() => (isHeld ? queue.resumeAll() : queue.pauseAll())}
    />
  )
}

function CloseButton({
  queue,
  isActive,
}: {
  readonly queue: UploadQueue
  readonly isActive: boolean
}) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const cancel = async () => {
    if (await dialogs.confirm({ tone: 'check', text: t('uploads.cancelConfirm') })) queue.cancel()
  }
  const close = () => {
    queue.dismiss()
    document.querySelector('main')?.focus()
  }
  return (
    <IconButton
      icon={X}
      size="small"
      label={isActive ? t('uploads.cancel') : t('common.close')}
      onClick={isActive ? () => void cancel() : close}
    />
  )
}

function useFold(
  isActive: boolean,
  needsLook: boolean,
): readonly [boolean, (isOpen: boolean) => void] {
  const isWide = useMediaQuery('(min-width: 768px)')
  const [choice, setChoice] = useState<{ readonly isActive: boolean; readonly isOpen: boolean }>()
  const isOpen = choice?.isActive === isActive ? choice.isOpen : isWide && (isActive || needsLook)
  return [isOpen, (to) => setChoice({ isActive, isOpen: to })]
}
