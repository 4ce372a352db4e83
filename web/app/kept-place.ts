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

/** A provider leads back into this tab, and a mailed link opens another one. */
const PLACES = {
  tab: () => (ofTab ??= openTab()),
  browser: () => (ofBrowser ??= openBrowser()),
} as const
type Kind = keyof typeof PLACES

/** Without a room, the place would lead the next person of this tab into whichever room they enter. */
function placeOf(kind: Kind, wanted: ReturnTarget | undefined): ReturnTarget | undefined {
  if (wanted?.roomNo === undefined) return undefined
  // The room that was open in this tab says nothing about the tab of a mailed link.
  return kind === 'browser' ? { ...wanted, passed: undefined } : wanted
}

/** Another page has no history of ours, so the place of a link waits here. It opens nothing, and leads into its own room alone. */
export function keepPlace(kind: Kind, wanted: ReturnTarget | undefined): void {
  const place = placeOf(kind, wanted)
  try {
    PLACES[kind]().write(place && { wanted: place, until: systemClock.now() + LIMITS.proofLinkMs })
  } catch {
    // If the browser stores nothing, the way leads to the start page of the room.
  }
}

export function keptPlace(kind: Kind): ReturnTarget | undefined {
  const kept = PLACES[kind]().read()
  return kept && kept.until > systemClock.now() ? kept.wanted : undefined
}
