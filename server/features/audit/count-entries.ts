import { formatDay } from '../../../contract/core/room-time.ts'
import { ACTIVITY } from '../../../contract/features/activity.ts'
import type { LogEntry } from '../../../contract/proof/log-entry.ts'
import type { DayCount, ItemCount, PageTime } from './counts.store.ts'

class Sums<T extends object> {
  readonly #rows = new Map<string, T>()

  at(start: T, ...key: readonly (string | number)[]): T {
    const name = key.join('\0')
    const row = this.#rows.get(name) ?? start
    this.#rows.set(name, row)
    return row
  }

  all(): T[] {
    return [...this.#rows.values()]
  }
}

type Open<T> = { -readonly [K in keyof T]: T[K] }

const FIELD: Partial<Record<string, 'views' | 'prints' | 'downloads'>> = {
  'document.viewed': 'views',
  'document.printed': 'prints',
  'document.downloaded': 'downloads',
}

interface Superseded {
  readonly at: Date
  readonly user_id: number | null
  readonly kind: string
}

export function countEntries(
  entries: readonly LogEntry[],
  superseded: readonly Superseded[],
  zone: string,
) {
  const days = new Sums<Open<DayCount>>()
  const items = new Sums<Open<ItemCount>>()
  const pages = new Sums<Open<PageTime>>()
  const dayAt = daysOf(zone)
  const dayOf = (at: Date, userId: number, kind: string) => {
    const day = dayAt(at)
    return days.at({ day, userId, kind, entries: 0, superseded: 0 }, day, userId, kind)
  }
  for (const { at, user_id: userId, kind } of superseded)
    dayOf(at, userId ?? 0, kind).superseded += 1
  for (const { at, kind, userId: actor, itemId, viewAs, details } of entries) {
    const counted = dayOf(new Date(at), actor ?? 0, kind)
    counted.entries += 1
    const { day } = counted
    if (itemId === null) continue
    // Views as another person count for no member.
    const userId = viewAs ? 0 : (actor ?? 0)
    const item = () =>
      items.at(
        { itemId, day, userId, views: 0, prints: 0, downloads: 0, seconds: 0 },
        itemId,
        day,
        userId,
      )
    const field = FIELD[kind]
    if (field) item()[field] += 1
    const read =
      kind === 'document.pages-viewed' ? ACTIVITY[kind].safeParse(details).data : undefined
    for (const { page, seconds } of read?.pages ?? []) {
      item().seconds += seconds
      pages.at({ itemId, userId, page, seconds: 0 }, itemId, userId, page).seconds += seconds
    }
  }
  return { days: days.all(), items: items.all(), pages: pages.all() }
}

const MINUTE_MS = 60_000

/** Formatting costs more than counting. */
function daysOf(zone: string): (at: Date) => string {
  let known = { minute: Number.NaN, day: '' }
  return (at) => {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    if (minute !== known.minute) known = { minute, day: formatDay(at, zone) }
    return known.day
  }
}
