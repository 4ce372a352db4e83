import { useEffect, useState } from 'react'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import { useApi } from '../../lib/api-context.ts'
import { pause, systemClock } from '../../lib/clock.ts'
import { Lease, type PageSize } from './lease.ts'

export type Refusal = Exclude<ViewStatus, 'READY'>

/** How far the opening of a document has come. */
export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'refused'; readonly name: string; readonly status: Refusal }
  | { readonly kind: 'open'; readonly name: string; readonly pages: readonly PageSize[]; readonly lease: Lease }

async function openWith(lease: Lease): Promise<Opening> {
  try {
    const opened = await lease.open()
    const { originName: name, status } = opened
    return status === 'READY' ? { kind: 'open', name, pages: await lease.pages(opened), lease } : { kind: 'refused', name, status }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** A document whose pages are being made is asked for again after so long. */
const ASK_AGAIN_MS = 3_000

const isPending = (opening: Opening): boolean =>
  opening.kind === 'refused' && (opening.status === 'WAITING' || opening.status === 'WORKING')

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
 */
export function useLease(documentId: number): Opening {
  const api = useApi()
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' })

  useEffect(() => {
    const lease = new Lease(api, documentId)
    const leaving = new AbortController()
    const { signal } = leaving
    const follow = async () => {
      for (;;) {
        const next = await openWith(lease)
        if (signal.aborted) return
        setOpening(next)
        if (!isPending(next)) return
        lease.close()
        await pause(systemClock, ASK_AGAIN_MS, signal)
        await seen(signal)
        if (signal.aborted) return
      }
    }
    void follow()
    const giveBack = () => lease.close()
    addEventListener('pagehide', giveBack)
    return () => {
      leaving.abort()
      removeEventListener('pagehide', giveBack)
      giveBack()
    }
  }, [api, documentId])

  return opening
}
