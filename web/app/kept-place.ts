import { LIMITS } from '../../contract/core/limits.ts'
import { systemClock } from '../lib/browser/clock.ts'
import { storedInBrowser, storedInTab } from '../lib/browser/stored.ts'
import { isPlace, type ReturnTarget } from './return-to.ts'

interface Kept {
  readonly wanted: ReturnTarget
  readonly until: number
}

function accept(value: unknown): Kept | undefined {
  const { wanted, until } = value as Partial<Kept>
  return typeof until === 'number' && isPlace(wanted?.href) ? { wanted, until } : undefined
}

const openTab = () => storedInTab('place', accept)
const openBrowser = () => storedInBrowser('place', accept)
let ofTab: ReturnType<typeof openTab> | undefined
let ofBrowser: ReturnType<typeof openBrowser> | undefined

/** A provider returns to this tab; a mailed link opens another. */
const PLACES = {
  tab: () => (ofTab ??= openTab()),
  browser: () => (ofBrowser ??= openBrowser()),
} as const
type Kind = keyof typeof PLACES

/** Without a room, the place would lead the tab's next person into any room. */
function placeOf(kind: Kind, wanted: ReturnTarget | undefined): ReturnTarget | undefined {
  if (wanted?.roomNo === undefined) return undefined
  // This tab's room says nothing about a mailed link's tab.
  return kind === 'browser' ? { ...wanted, passed: undefined } : wanted
}

/** Other pages lack our history, so the place waits here, only for its own room. */
export function keepPlace(kind: Kind, wanted: ReturnTarget | undefined): void {
  const place = placeOf(kind, wanted)
  try {
    PLACES[kind]().write(place && { wanted: place, until: systemClock.now() + LIMITS.proofLinkMs })
  } catch {
    // Without storage, the start page opens.
  }
}

export function keptPlace(kind: Kind): ReturnTarget | undefined {
  const kept = PLACES[kind]().read()
  if (kept && kept.until > systemClock.now()) return kept.wanted
  if (kept) keepPlace(kind, undefined)
  return undefined
}
