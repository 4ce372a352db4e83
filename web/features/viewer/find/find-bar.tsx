import './find-bar.css'
import '../../../ui/field.css'
import { ChevronDown, ChevronUp, CircleStop, RotateCw, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { pause, systemClock } from '../../../lib/clock.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Hit, Lease, Piece } from '../lease.ts'
import type { Found } from '../page-content.ts'
import type { Sought } from '../use-reading.ts'
import { FindSession, type PieceHits } from './find-session.ts'
import { useFindText } from './use-find-text.ts'

/** Words are sought when the typing rests. */
const REST_MS = 250
/** The server takes few searches of a session at once, and the one before may not have ended yet. */
const PARALLEL = 1
const BUSY_TRIES = 10
const BUSY_MS = 1_000

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'BUSY'

/** Searches a piece, and waits for its turn where the server has too much to do. */
async function searchPiece(lease: Lease, words: string, piece: Piece, signal: AbortSignal, tries = BUSY_TRIES): Promise<PieceHits> {
  try {
    const { payload: hits, beside } = await lease.find(words, piece, signal)
    return { hits, isCut: beside.cut }
  } catch (error) {
    if (!isBusy(error) || tries <= 1) throw error
    await pause(systemClock, BUSY_MS, signal)
    signal.throwIfAborted()
    return searchPiece(lease, words, piece, signal, tries - 1)
  }
}

const sessionOf = (lease: Lease, pageCount: number): FindSession =>
  new FindSession({
    pageCount,
    hitsMax: LIMITS.findHits,
    parallel: PARALLEL,
    search: (words, piece, signal) => searchPiece(lease, words, piece, signal),
  })

interface FindBarProps {
  readonly ref: Ref<{ focus(): void }>
  readonly lease: Lease
  readonly pageCount: number
  /** Where the reader is. */
  readonly page: number
  /** What is sought from the first, beginning on a page. */
  readonly sought: Pick<Sought, 'words' | 'page'> | undefined
  /** Hears what the pages are to mark; nothing when the bar goes. */
  readonly onFound: (found: Found | undefined) => void
  readonly onHit: (hit: Hit) => void
  readonly onClose: () => void
}

/** Finds words in the document that is open: Enter and Shift+Enter go on and back, Escape ends it. */
export function FindBar({ ref, lease, pageCount, page, sought: first, onFound, onHit, onClose }: FindBarProps) {
  const { t } = useTranslation()
  const [session] = useState(() => sessionOf(lease, pageCount))
  const firstWords = first?.words.slice(0, LIMITS.findLength).trim()
  const [typed, setTyped] = useState(firstWords ?? '')
  const state = useSyncExternalStore(session.subscribe, session.state)
  const current = useSyncExternalStore(session.subscribe, session.current)
  const input = useRef<HTMLInputElement>(null)
  const words = typed.trim()

  /** Where the reader was when the search began; undefined once the reader went on to another hit. */
  const startedOn = useRef<number>(undefined)
  const startFrom = (sought: string, from: number) => {
    // What was found in an older version may be behind the end of this one.
    startedOn.current = Math.min(from, pageCount)
    void session.start(sought, from)
  }
  const start = useEffectEvent((sought: string) => startFrom(sought, first && sought === firstWords ? first.page : page))
  useEffect(() => systemClock.after(words === '' ? 0 : REST_MS, () => start(words)), [words])
  // Who turned the page while the first hit was sought is not fetched back.
  const show = useEffectEvent((hit: Hit) => {
    if (startedOn.current === page) onHit(hit)
  })
  useEffect(() => {
    if (current) show(current)
  }, [current])
  const tellFound = useEffectEvent(onFound)
  useEffect(() => {
    tellFound(session)
    input.current?.focus()
    return () => {
      session.stop()
      tellFound(undefined)
    }
  }, [session])
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }))

  const step = (by: 1 | -1) => {
    // Words that were typed a moment ago are sought at once.
    if (words !== state.words) return startFrom(words, page)
    const hit = session.step(by)
    if (!hit) return
    startedOn.current = undefined
    onHit(hit)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && event.target === input.current) step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const blocked = state.count === 0 ? t('viewer.findNothingYet') : undefined
  return (
    <search className="viewer-find" onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="search"
        className="field field-small viewer-find-field"
        aria-label={t('viewer.findField')}
        placeholder={t('viewer.findField')}
        autoComplete="off"
        spellCheck={false}
        maxLength={LIMITS.findLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FindStateText state={state} />
      <span className="viewer-find-buttons">
        {state.kind === 'running' && (
          <IconButton size="small" icon={CircleStop} label={t('viewer.findStop')} onClick={() => session.stop()} />
        )}
        {state.kind === 'failed' && (
          <IconButton size="small" icon={RotateCw} label={t('common.retry')} onClick={() => startFrom(words, page)} />
        )}
        <IconButton size="small" icon={ChevronUp} label={t('viewer.findPrevious')} blockedBecause={blocked} onClick={() => step(-1)} />
        <IconButton size="small" icon={ChevronDown} label={t('viewer.findNext')} blockedBecause={blocked} onClick={() => step(1)} />
        <IconButton size="small" icon={X} label={t('viewer.findClose')} onClick={onClose} />
      </span>
      {state.kind === 'running' && (
        <span className="viewer-find-progress" aria-hidden="true">
          <span style={{ transform: `scaleX(${state.progress})` }} />
        </span>
      )}
    </search>
  )
}

function FindStateText({ state }: { readonly state: ReturnType<FindSession['state']> }) {
  const text = useFindText(state)
  return (
    <p className={state.kind === 'failed' ? 'viewer-find-state viewer-find-problem' : 'viewer-find-state numbers'} role="status">
      {text}
    </p>
  )
}
