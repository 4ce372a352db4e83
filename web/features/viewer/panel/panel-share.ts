import { useState, useSyncExternalStore } from 'react'
import { storedInBrowser } from '../../../lib/browser/stored.ts'

/** Shares are percent of the common width. */
interface Shares {
  readonly wide: number
  readonly narrow: number
}

export const SHARE = { min: 30, max: 70 } as const

const USUAL: Shares = { wide: 42, narrow: 60 }

const clamp = (share: number): number =>
  Math.min(Math.max(Math.round(share * 10) / 10, SHARE.min), SHARE.max)

function accept(value: unknown): Shares | undefined {
  if (typeof value !== 'object' || value === null || !('wide' in value) || !('narrow' in value))
    return undefined
  const { wide, narrow } = value
  return Number.isFinite(wide) && Number.isFinite(narrow)
    ? { wide: clamp(Number(wide)), narrow: clamp(Number(narrow)) }
    : undefined
}

const stored = storedInBrowser<Shares>('viewer.share', accept)

export interface PanelShare {
  readonly share: number
  move(share: number): void
  keep(share?: number): void
}

export function usePanelShare(isNarrow: boolean): PanelShare {
  const limiter = useSyncExternalStore(stored.subscribe, stored.read) ?? USUAL
  const [moved, setMoved] = useState<number>()
  const kind = isNarrow ? 'narrow' : 'wide'
  return {
    share: moved ?? limiter[kind],
    move: (share) => setMoved(clamp(share)),
    keep(share = USUAL[kind]) {
      stored.write({ ...limiter, [kind]: clamp(share) })
      setMoved(undefined)
    },
  }
}
