import { useEffect, useEffectEvent, useRef } from 'react'
import { LIMITS } from '../../contract/core/limits.ts'
import { type DraftKind, drop, keep, read } from '../../contract/features/drafts.ts'
import { useApi } from './api-context.ts'
import { systemClock } from './clock.ts'

const PAUSE_MS = 800

interface DraftOptions {
  readonly kind: DraftKind
  /** What is typed as it is now; undefined for nothing. */
  readonly text: string | undefined
  /** Takes what was kept before; it is not given where something was typed meanwhile. */
  readonly onKept: (text: string) => void
}

/**
 * Keeps what is typed on the server, sealed there, so that neither an error, a reload nor the end of the session loses it.
 * A failure to keep it is not told: what is typed still stands there, and is kept with the next change or when the network is back.
 * @returns forgets it; what is typed after that is kept again.
 */
export function useDraft({ kind, text, onKept }: DraftOptions): () => void {
  const api = useApi()
  /** One call after the other, so that what was forgotten is not kept after all. */
  const work = useRef<Promise<unknown>>(Promise.resolve())
  const kept = useRef<string>(undefined)
  const isForgotten = useRef(false)

  const save = useEffectEvent((keepalive = false) => {
    if (isForgotten.current || text === undefined || text === kept.current || text.length > LIMITS.draftLength) return
    kept.current = text
    const forgetFailure = () => {
      if (kept.current === text) kept.current = undefined
    }
    work.current = work.current.then(() => api.call(keep, { params: { kind }, body: { text } }, { keepalive })).catch(forgetFailure)
  })
  const restore = useEffectEvent((found: string) => {
    if (text !== undefined) return
    kept.current = found
    onKept(found)
  })

  useEffect(() => {
    const leaving = new AbortController()
    api.call(read, { params: { kind } }, { signal: leaving.signal }).then(
      (found) => found && !leaving.signal.aborted && restore(found.text),
      () => undefined,
    )
    return () => leaving.abort()
  }, [api, kind])

  useEffect(() => {
    if (text !== undefined) return systemClock.after(PAUSE_MS, () => save())
    isForgotten.current = false
    return undefined
  }, [text])

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') save(true)
    }
    const back = () => save()
    document.addEventListener('visibilitychange', hide)
    addEventListener('online', back)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('online', back)
      save()
    }
  }, [])

  return () => {
    isForgotten.current = true
    kept.current = undefined
    work.current = work.current.then(() => api.call(drop, { params: { kind } })).catch(() => undefined)
  }
}
