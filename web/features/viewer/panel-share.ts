import { useState, useSyncExternalStore } from 'react'
import { storedInBrowser } from '../../lib/stored.ts'

/** Percent of the place that list and panel share: what the panel takes on a wide window, and on one with less room. */
interface Shares {
  readonly wide: number
  readonly narrow: number
}

export const SHARE = { min: 30, max: 70 } as const

const USUAL: Shares = { wide: 42, narrow: 60 }

const clamp = (share: number): number => Math.min(Math.max(Math.round(share * 10) / 10, SHARE.min), SHARE.max)

function accept(value: unknown): Shares | undefined {
  if (typeof value !== 'object' || value === null || !('wide' in value) || !('narrow' in value)) return undefined
  const { wide, narrow } = value
  return Number.isFinite(wide) && Number.isFinite(narrow) ? { wide: clamp(Number(wide)), narrow: clamp(Number(narrow)) } : undefined
}

const stored = storedInBrowser<Shares>('viewer.share', accept)

/** How wide the panel is, in percent of its place, and what changes that. */
export interface PanelShare {
  readonly share: number
  /** As it is while it is being moved; forgotten unless it is kept. */
  move(share: number): void
  /** Remembered by this browser. Without a share: as wide as usual. */
  keep(share?: number): void
}

export function usePanelShare(isNarrow: boolean): PanelShare {
  const shares = useSyncExternalStore(stored.subscribe, stored.read) ?? USUAL
  const [moved, setMoved] = useState<number>()
  const kind = isNarrow ? 'narrow' : 'wide'
  return {
    share: moved ?? shares[kind],
    move: (share) => setMoved(clamp(share)),
    keep(share = USUAL[kind]) {
      stored.write({ ...shares, [kind]: clamp(share) })
      setMoved(undefined)
    },
  }
}
