import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { LIMITS } from '../../contract/core/limits.ts'
import type { DraftKind } from '../../contract/features/drafts.ts'
import { useApi } from '../lib/api/api-context.ts'
import { systemClock } from '../lib/browser/clock.ts'
import { draftCallsOf } from './draft-calls.ts'

const PAUSE_MS = 800

const savers = new Set<() => Promise<void>>()

export async function saveDrafts(withinMs: number): Promise<void> {
  const saved = Promise.all([...savers].map((save) => save()))
  let cancel: (() => void) | undefined
  await Promise.race([
    saved,
    new Promise<void>((resolve) => (cancel = systemClock.after(withinMs, resolve))),
  ])
  cancel?.()
}

interface DraftOptions {
  readonly kind: DraftKind
  readonly text: string | undefined
  readonly onKept: (text: string) => void
}

/** Stores text encrypted on the server, or deletes it when cleared. @returns a function that deletes the draft but stores later text. */
export function useDraft({ kind, text, onKept }: DraftOptions): () => void {
  const api = useApi()
  const calls = useMemo(() => draftCallsOf(api, kind), [api, kind])
  /** Empty means unknown stored text, undefined means none. */
  const kept = useRef<string>(undefined)
  const isForgotten = useRef(false)

  const save = useEffectEvent(async (keepalive = false): Promise<void> => {
    if (
      isForgotten.current ||
      text === undefined ||
      text === kept.current ||
      text.length > LIMITS.draftLength
    )
      return
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
