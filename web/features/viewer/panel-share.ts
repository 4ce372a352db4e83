import { useState, useSyncExternalStore } from 'react'
import { storedInBrowser } from '../../lib/stored.ts'

/** Percent of the place that list and panel share: what the panel takes beside the list, and where it lies over it. */
interface Shares {
  readonly beside: number
  readonly over: number
}

export const SHARE = { min: 30, max: 70 } as const

const USUAL: Shares = { beside: 42, over: 60 }

const clamp = (share: number): number => Math.min(Math.max(Math.round(share * 10) / 10, SHARE.min), SHARE.max)

function accept(value: unknown): Shares | undefined {
  if (typeof value !== 'object' || value === null || !('beside' in value) || !('over' in value)) return undefined
  const { beside, over } = value
  return Number.isFinite(beside) && Number.isFinite(over) ? { beside: clamp(Number(beside)), over: clamp(Number(over)) } : undefined
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

export function usePanelShare(isOver: boolean): PanelShare {
  const shares = useSyncExternalStore(stored.subscribe, stored.read) ?? USUAL
  const [moved, setMoved] = useState<number>()
  const kind = isOver ? 'over' : 'beside'
  return {
    share: moved ?? shares[kind],
    move: (share) => setMoved(clamp(share)),
    keep(share = USUAL[kind]) {
      stored.write({ ...shares, [kind]: clamp(share) })
      setMoved(undefined)
    },
  }
}
