import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPreviewPending, type ViewStatus } from '../../../contract/features/documents.ts'
import { useApi } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { pause, systemClock } from '../../lib/clock.ts'
import { isPdf } from './is-pdf.ts'
import { Lease, type Manifest } from './lease.ts'
import type { ReadingReports } from './time/reading-reports.ts'

export type Refusal = Exclude<ViewStatus, 'READY'>

/** How far the opening of a document has come. */
export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly name?: string; readonly error: unknown }
  | { readonly kind: 'refused'; readonly name: string; readonly status: Refusal }
  | { readonly kind: 'locked'; readonly name: string; readonly unlock: (password: string) => Promise<void> }
  | { readonly kind: 'open'; readonly name: string; readonly manifest: Manifest; readonly lease: Lease }

async function openWith(lease: Lease, locked: (name: string) => Opening): Promise<Opening> {
  try {
    const { originName: name, status } = await lease.open()
    // No other locked document is opened here.
    if (status === 'LOCKED' && isPdf(name)) return locked(name)
    return status === 'READY' ? { kind: 'open', name, manifest: await lease.manifest(), lease } : { kind: 'refused', name, status }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** A document whose pages are being made is asked for again after so long. */
const ASK_AGAIN_MS = 3_000

const isPending = (opening: Opening): boolean => opening.kind === 'refused' && isPreviewPending(opening.status)

/** Resolves when somebody looks at the page, or the signal aborts. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}

/**
 * Holds a lease while the document is on the screen, and gives it back after; opens it by itself once its pages are made. For one document:
 * the component that shows it is keyed by it.
 * @param standing changes when the document may be gone, or what its reader may do with it: then the server is asked again.
 * @param reports what of the reading is still to be told goes with the lease.
 * @param onReplaced the document has other pages now, and must be shown anew.
 */
export function useLease(documentId: number, standing: unknown, reports: ReadingReports, onReplaced: () => void): Opening {
  const api = useApi()
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' })
  const held = useRef<Lease>(undefined)
  const tellReplaced = useEffectEvent(onReplaced)

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const lease = new Lease(api, documentId, {
      onLocked: () => {
        if (!signal.aborted) setOpening((before) => ('name' in before ? locked(before.name) : before))
      },
      onReplaced: () => {
        if (!signal.aborted) tellReplaced()
      },
    })
    const locked = (name: string): Opening => ({
      kind: 'locked',
      name,
      unlock: async (password) => {
        const manifest = await lease.unlock(password)
        if (!signal.aborted) setOpening({ kind: 'open', name, manifest, lease })
      },
    })
    const follow = async () => {
      for (;;) {
        const next = await openWith(lease, locked)
        if (signal.aborted) return
        setOpening(next)
        if (!isPending(next)) return
        lease.close()
        await pause(systemClock, ASK_AGAIN_MS, signal)
        await seen(signal)
        if (signal.aborted) return
      }
    }
    held.current = lease
    void follow()
    const giveBack = () => lease.close(reports.rest())
    addEventListener('pagehide', giveBack)
    return () => {
      leaving.abort()
      removeEventListener('pagehide', giveBack)
      giveBack()
    }
  }, [api, documentId, reports])

  const askAgain = useEffectEvent(async () => {
    const lease = held.current
    if (opening.kind !== 'open' || !lease) return
    try {
      const manifest = await lease.manifest()
      setOpening((before) =>
        before.kind === 'open' && before.lease === lease ? { ...before, manifest: renewed(before.manifest, manifest) } : before,
      )
    } catch (error) {
      // Whoever reads on without a network may do so; what was taken away is gone from the screen.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') setOpening({ kind: 'failed', name: opening.name, error })
    }
  })
  const answered = useRef(standing)
  useEffect(() => {
    if (answered.current === standing) return
    answered.current = standing
    void askAgain()
  }, [standing])

  return opening
}

/** The pages stay the same object: they are laid out once. */
const renewed = (before: Manifest, now: Manifest): Manifest => ({ ...now, pages: before.pages })
