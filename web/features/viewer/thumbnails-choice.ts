import { useSyncExternalStore } from 'react'
import { storedInBrowser } from '../../lib/stored.ts'

/** Whether thumbnails are shown, as chosen for narrow panels and for wide ones. */
interface Choice {
  readonly narrow: boolean
  readonly wide: boolean
}

const UNCHOSEN: Choice = { narrow: false, wide: true }

function accept(value: unknown): Choice | undefined {
  if (typeof value !== 'object' || value === null || !('narrow' in value) || !('wide' in value)) return undefined
  const { narrow, wide } = value
  return typeof narrow === 'boolean' && typeof wide === 'boolean' ? { narrow, wide } : undefined
}

const stored = storedInBrowser<Choice>('viewer.thumbnails', accept)

/** Whether thumbnails are shown in a panel, and the change of it; remembered by this browser. */
export function useThumbnailsChoice(isNarrow: boolean): readonly [isShown: boolean, toggle: () => void] {
  const choice = useSyncExternalStore(stored.subscribe, stored.read) ?? UNCHOSEN
  const key = isNarrow ? 'narrow' : 'wide'
  return [choice[key], () => stored.write({ ...choice, [key]: !choice[key] })]
}
