import './find-bar.css'
import '../../../ui/field/field.css'
import { ChevronDown, ChevronUp, CircleStop, RotateCw, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { pause, systemClock } from '../../../lib/browser/clock.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Hit, Lease, Piece } from '../opening/lease.ts'
import type { FoundHits } from '../page/page-content.ts'
import type { Searched } from '../use-reading.ts'
import { FindSession, type FindState, type PieceHits } from './find-session.ts'

const REST_MS = 250
/** The server limits concurrent searches; the previous may still run. */
const PARALLEL = 1
const BUSY_TRIES = 10
const BUSY_MS = 1_000

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'BUSY'

async function searchPiece(
  lease: Lease,
  words: string,
  piece: Piece,
  signal: AbortSignal,
  onSlow: () => void,
): Promise<PieceHits> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { payload: hits, beside } = await lease.find(words, piece, signal, onSlow)
      return { hits, isCut: beside.cut }
    } catch (error) {
      if (!isBusy(error) || tries === BUSY_TRIES) throw error
      await pause(systemClock, BUSY_MS, signal)
      signal.throwIfAborted()
    }
  }
}

const sessionOf = (lease: Lease, pageCount: number): FindSession =>
  new FindSession({
    pageCount,
    hitsMax: LIMITS.findHits,
    parallel: PARALLEL,
    search: (words, piece, signal, onSlow) => searchPiece(lease, words, piece, signal, onSlow),
  })

interface FindBarProps {
  readonly ref: Ref<{ focus(): void }>
  readonly lease: Lease
  readonly pageCount: number
  readonly page: number
  readonly searched: Pick<Searched, 'words' | 'page'> | undefined
  readonly onFound: (found: FoundHits | undefined) => void
  readonly onHit: (hit: Hit) => void
  readonly onClose: () => void
}

export function FindBar({
  ref,
  lease,
  pageCount,
  page,
  searched: first,
  onFound,
  onHit,
  onClose,
}: FindBarProps) {
  const { t } = useTranslation()
  const [session] = useState(() => sessionOf(lease, pageCount))
  const firstWords = first?.words.slice(0, LIMITS.findLength).trim()
  const [typed, setTyped] = useState(firstWords ?? '')
  const state = useSyncExternalStore(session.subscribe, session.state)
  const current = useSyncExternalStore(session.subscribe, session.current)
  const input = useRef<HTMLInputElement>(null)
  const words = typed.trim()

  const startedOn = useRef<number>(undefined)
  const startFrom = (searched: string, from: number) => {
    // An older version may have had more pages.
    startedOn.current = Math.min(from, pageCount)
    void session.start(searched, from)
  }
  const start = useEffectEvent((searched: string) =>
    startFrom(searched, first && searched === firstWords ? first.page : page),
  )
  useEffect(() => systemClock.after(words === '' ? 0 : REST_MS, () => start(words)), [words])
  const show = useEffectEvent((hit: Hit) => {
    if (startedOn.current === page) onHit(hit)
  })
  useEffect(() => {
    if (current) show(current)
  }, [current])
  const announceFound = useEffectEvent(onFound)
  useEffect(() => {
    announceFound(session)
    input.current?.focus()
    return () => {
      session.stop()
      announceFound(undefined)
    }
  }, [session])
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }))

  const step = (by: 1 | -1) => {
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
          <IconButton
            size="small"
            icon={CircleStop}
            label={t('viewer.findStop')}
            onClick={() => session.stop()}
          />
        )}
        {state.kind === 'failed' && (
          <IconButton
            size="small"
            icon={RotateCw}
            label={t('common.retry')}
            onClick={() => startFrom(words, page)}
          />
        )}
        <IconButton
          size="small"
          icon={ChevronUp}
          label={t('viewer.findPrevious')}
          blockedBecause={blocked}
          onClick={() => step(-1)}
        />
        <IconButton
          size="small"
          icon={ChevronDown}
          label={t('viewer.findNext')}
          blockedBecause={blocked}
          onClick={() => step(1)}
        />
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

function useFindText({ kind, count, position, progress, isCut, isSlow, error }: FindState): string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const isRunning = kind === 'running'
  if (kind === 'idle') return ''
  if (kind === 'failed') return errorText(error)
  if (count > 0)
    return t(
      isCut ? 'viewer.findAmongMore' : isRunning ? 'viewer.findAmongStill' : 'viewer.findAmong',
      { position, total: count },
    )
  if (isRunning)
    return t(isSlow ? 'viewer.findSlow' : 'viewer.findRunning', {
      percent: Math.floor(progress * 100),
    })
  return t(isCut ? 'viewer.findNoneCut' : 'viewer.findNone')
}

function FindStateText({ state }: { readonly state: ReturnType<FindSession['state']> }) {
  const text = useFindText(state)
  return (
    <p
      className={
        state.kind === 'failed'
          ? 'viewer-find-state viewer-find-problem'
          : 'viewer-find-state numbers'
      }
      role="status"
    >
      {text}
    </p>
  )
}
