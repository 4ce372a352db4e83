import { LIMITS } from '../../contract/core/limits.ts'
import { systemClock } from '../lib/browser/clock.ts'
import { storedInBrowser, storedInTab } from '../lib/browser/stored.ts'
import type { ReturnTarget } from './return-to.ts'

interface Kept {
  readonly wanted: ReturnTarget
  readonly until: number
}

const accept = (value: unknown): Kept | undefined =>
  typeof value === 'object' && value !== null && 'wanted' in value && 'until' in value ? (value as Kept) : undefined

/** A provider leads back into this tab, and a mailed link opens another one. */
const PLACES = { tab: () => storedInTab('place', accept), browser: () => storedInBrowser('place', accept) } as const
type Kind = keyof typeof PLACES

/** Another page has no history of ours, so the place of a link waits here. It opens nothing, and leads into its own room alone. */
export function keepPlace(kind: Kind, wanted: ReturnTarget | undefined): void {
  PLACES[kind]().write(wanted && { wanted: { ...wanted, passed: undefined }, until: systemClock.now() + LIMITS.proofLinkMs })
}

export function keptPlace(kind: Kind): ReturnTarget | undefined {
  const kept = PLACES[kind]().read()
  return kept && kept.until > systemClock.now() ? kept.wanted : undefined
}
