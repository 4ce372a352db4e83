import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { LIMITS } from '../../contract/core/limits.ts'
import type { DraftKind } from '../../contract/features/drafts.ts'
import { useApi } from './api-context.ts'
import { systemClock } from './clock.ts'
import { draftCallsOf } from './draft-calls.ts'

const PAUSE_MS = 800

const savers = new Set<() => Promise<void>>()

/** Keeps at once what is typed in this tab, before its session ends. It waits for the answers no longer than `withinMs`. */
export async function saveDrafts(withinMs: number): Promise<void> {
  const saved = Promise.all([...savers].map((save) => save()))
  let cancel: (() => void) | undefined
  await Promise.race([saved, new Promise<void>((resolve) => (cancel = systemClock.after(withinMs, resolve)))])
  cancel?.()
}

interface DraftOptions {
  readonly kind: DraftKind
  /** What is typed as it is now; undefined for nothing. */
  readonly text: string | undefined
  /** Takes what was kept before; it is not given where something was typed meanwhile. */
  readonly onKept: (text: string) => void
}

/**
 * Keeps what is typed on the server, sealed there, so that neither an error, a reload nor the end of the session loses it; what is deleted
 * by hand is deleted there, too.
 * A failure to keep it is not told: what is typed still stands there, and is kept with the next change or when the network is back.
 * @returns forgets it; what is typed after that is kept again.
 */
export function useDraft({ kind, text, onKept }: DraftOptions): () => void {
  const api = useApi()
  const calls = useMemo(() => draftCallsOf(api, kind), [api, kind])
  /** What is kept there; empty where something may be, but not what; undefined for nothing. */
  const kept = useRef<string>(undefined)
  const isForgotten = useRef(false)

  const save = useEffectEvent(async (keepalive = false): Promise<void> => {
    if (isForgotten.current || text === undefined || text === kept.current || text.length > LIMITS.draftLength) return
    kept.current = text
    await calls.keep(text, keepalive).catch(() => {
      if (kept.current === text) kept.current = ''
    })
  })
  const forget = () => {
    kept.current = undefined
    void calls.drop().catch(() => undefined)
  }
  const empty = useEffectEvent(() => {
    isForgotten.current = false
    if (kept.current !== undefined) forget()
  })
  const restore = useEffectEvent((found: string) => {
    if (isForgotten.current) return
    if (text !== undefined) {
      kept.current ??= ''
      return
    }
    kept.current = found
    onKept(found)
  })

  useEffect(() => {
    const leaving = new AbortController()
    calls.read(leaving.signal).then(
      (found) => {
        if (found !== undefined && !leaving.signal.aborted) restore(found)
      },
      () => undefined,
    )
    return () => leaving.abort()
  }, [calls])

  useEffect(() => {
    if (text !== undefined) return systemClock.after(PAUSE_MS, () => void save())
    empty()
    return undefined
  }, [text])

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') void save(true)
    }
    const back = () => void save()
    const saver = () => save()
    savers.add(saver)
    document.addEventListener('visibilitychange', hide)
    addEventListener('online', back)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('online', back)
      savers.delete(saver)
      void save()
    }
  }, [])

  return () => {
    isForgotten.current = true
    forget()
  }
}
