import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPreviewPending, type ViewStatus } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { pause, systemClock } from '../../../lib/browser/clock.ts'
import type { ReadingReports } from '../time/reading-reports.ts'
import { isPdf } from './is-pdf.ts'
import { Lease, type LeasePages } from './lease.ts'

export type Unviewable = Exclude<ViewStatus, 'READY'>

export type LeaseOpening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly name?: string; readonly error: unknown }
  | { readonly kind: 'refused'; readonly name: string; readonly status: Unviewable }
  | {
      readonly kind: 'locked'
      readonly name: string
      readonly unlock: (password: string) => Promise<void>
    }
  | {
      readonly kind: 'open'
      readonly name: string
      readonly leasePages: LeasePages
      readonly lease: Lease
    }

async function openWith(
  lease: Lease,
  locked: (name: string) => LeaseOpening,
): Promise<LeaseOpening> {
  try {
    const { originName: name, status } = await lease.open()
    if (status === 'LOCKED' && isPdf(name)) return locked(name)
    return status === 'READY'
      ? { kind: 'open', name, leasePages: await lease.leasePages(), lease }
      : { kind: 'refused', name, status }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

const ASK_AGAIN_MS = 3_000

const isPending = (opening: LeaseOpening): boolean =>
  opening.kind === 'refused' && isPreviewPending(opening.status)

function tabVisible(signal: AbortSignal): Promise<void> {
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

/** @param recheckKey a change checks access @param reports are sent when the lease closes */
export function useLease(
  documentId: number,
  recheckKey: unknown,
  reports: ReadingReports,
  onReplaced: () => void,
): LeaseOpening {
  const api = useApi()
  const [opening, setOpening] = useState<LeaseOpening>({ kind: 'opening' })
  const held = useRef<Lease>(undefined)
  const announceReplaced = useEffectEvent(onReplaced)

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const lease = new Lease(api, documentId, {
      onLocked: () => {
        if (!signal.aborted)
          setOpening((before) => ('name' in before ? locked(before.name) : before))
      },
      onReplaced: () => {
        if (!signal.aborted) announceReplaced()
      },
    })
    const locked = (name: string): LeaseOpening => ({
      kind: 'locked',
      name,
      unlock: async (password) => {
        const leasePages = await lease.unlock(password)
        if (!signal.aborted) setOpening({ kind: 'open', name, leasePages, lease })
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
        await tabVisible(signal)
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
      const leasePages = await lease.leasePages()
      setOpening((before) =>
        before.kind === 'open' && before.lease === lease
          ? { ...before, leasePages: renewed(before.leasePages, leasePages) }
          : before,
      )
    } catch (error) {
      // Reading continues offline, but revoked documents disappear.
      if (error instanceof ApiError && error.code === 'NOT_FOUND')
        setOpening({ kind: 'failed', name: opening.name, error })
    }
  })
  const checkedKey = useRef(recheckKey)
  useEffect(() => {
    if (checkedKey.current === recheckKey) return
    checkedKey.current = recheckKey
    void askAgain()
  }, [recheckKey])

  return opening
}

const renewed = (before: LeasePages, now: LeasePages): LeasePages => ({
  ...now,
  pages: before.pages,
})
