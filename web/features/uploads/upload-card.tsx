import './upload-card.css'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { listedOf, type Tally, tallyOf } from './upload-entry.ts'
import type { UploadQueue, UploadSnapshot } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadWords } from './use-upload-words.ts'

/** More rows than anybody reads would only cost time: ten thousand files must not slow the screen down. */
const LISTED = 50

/** The progress of all uploads, in a corner of whatever screen is open. */
export function UploadCard({ queue }: { readonly queue: UploadQueue }) {
  const snapshot = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const words = useUploadWords()
  const tally = tallyOf(snapshot.entries)
  const isShown = snapshot.entries.length > 0
  useLeaveWarning(snapshot.isActive)
  return (
    <>
      <p className="hidden" role="status">
        {isShown && (snapshot.isActive ? words.start(tally) : words.summary(tally))}
      </p>
      {isShown && <Card queue={queue} snapshot={snapshot} tally={tally} />}
    </>
  )
}

interface CardProps {
  readonly queue: UploadQueue
  readonly snapshot: UploadSnapshot
  readonly tally: Tally
}

function Card({ queue, snapshot, tally }: CardProps) {
  const { t } = useTranslation()
  const { entries, isActive, speed } = snapshot
  const card = useRef<HTMLElement>(null)
  const listId = useId()
  const [isOpen, setIsOpen] = useFold(isActive, tally.missing > 0)
  useRoomBelow(card)

  const listed = isOpen ? listedOf(entries, LISTED) : []
  const toggleLabel = t(isOpen ? 'uploads.collapse' : 'uploads.expand')
  return (
    <aside ref={card} className="upload-card" aria-label={t('uploads.card')} tabIndex={-1}>
      <header className="upload-card-header">
        <Headline isActive={isActive} speed={speed} tally={tally} />
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          size="small"
          label={toggleLabel}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        />
        <CloseButton queue={queue} isActive={isActive} />
      </header>
      {isActive && !isOpen && <ProgressBar label={t('uploads.card')} share={tally.sent / Math.max(tally.bytes, 1)} />}
      {isOpen && (
        <ul id={listId} className="upload-card-list">
          {listed.map((entry) => (
            <UploadRow key={entry.id} entry={entry} queue={queue} />
          ))}
          {entries.length > listed.length && (
            <li className="upload-card-others meta numbers">{t('uploads.others', { count: entries.length - listed.length })}</li>
          )}
        </ul>
      )}
      {tally.failed > 0 && isOpen && (
        <footer className="upload-card-failed">
          {/* When all is over the headline says it. */}
          {isActive && <span className="numbers">{t('uploads.missing', { count: tally.missing })}</span>}
          <Button size="small" onClick={() => queue.retryFailed()}>
            {t('uploads.retryAll')}
          </Button>
        </footer>
      )}
      {!isActive && tally.missing === 0 && <span className="upload-card-wait" onAnimationEnd={() => queue.dismiss()} />}
    </aside>
  )
}

/** One sentence for the whole; the numbers follow while it runs. */
function Headline({ isActive, speed, tally }: Pick<UploadSnapshot, 'isActive' | 'speed'> & { readonly tally: Tally }) {
  const words = useUploadWords()
  if (isActive) {
    const pace = words.pace(speed, tally.bytes - tally.sent)
    return (
      <div className="upload-card-headline">
        <strong className="numbers">{words.progress(tally)}</strong>
        {pace !== '' && <span className="meta numbers">{pace}</span>}
      </div>
    )
  }
  return (
    <p className="upload-card-result">
      {tally.missing === 0 && tally.done > 0 && <strong lang="en">Succeed</strong>} {words.summary(tally)}
    </p>
  )
}

function CloseButton({ queue, isActive }: { readonly queue: UploadQueue; readonly isActive: boolean }) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const cancel = async () => {
    if (await dialogs.confirm({ tone: 'check', text: t('uploads.cancelConfirm') })) queue.cancel()
  }
  const close = () => {
    queue.dismiss()
    // The card is gone, and the focus with it: it goes on in the screen instead of at the start of the page.
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

/** Open where there is room and something to see; what the person chose holds until the upload begins or ends. */
function useFold(isActive: boolean, hasTrouble: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const isWide = useMediaQuery('(min-width: 768px)')
  const [choice, setChoice] = useState<{ readonly isActive: boolean; readonly isOpen: boolean }>()
  const isOpen = choice?.isActive === isActive ? choice.isOpen : isWide && (isActive || hasTrouble)
  return [isOpen, (to) => setChoice({ isActive, isOpen: to })]
}

/** Tells the screens by `--upload-card-room` how much of their lower edge is covered, so that a list can be scrolled clear of it. */
function useRoomBelow(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = card.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--upload-card-room', `${innerHeight - element.offsetTop}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--upload-card-room')
    }
  }, [card])
}

function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isActive])
}
