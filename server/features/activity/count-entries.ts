import { formatDay } from '../../../contract/core/room-time.ts'
import { ACTIVITY } from '../../../contract/features/activity.ts'
import type { LogEntry } from '../../../contract/proof/log-entry.ts'
import type { DayCount, ItemCount, PageTime } from './counts.store.ts'

/** Adds up what is counted of the same thing. */
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

/** What lists and dashboard count, out of entries that have just got their places. */
export function countEntries(entries: readonly LogEntry[], zone: string) {
  const days = new Sums<Open<DayCount>>()
  const items = new Sums<Open<ItemCount>>()
  const pages = new Sums<Open<PageTime>>()
  for (const { at, kind, userId: user, itemId, viewAs, details } of entries) {
    const day = formatDay(new Date(at), zone)
    const userId = user ?? 0
    days.at({ day, userId, kind, entries: 0 }, day, userId, kind).entries += 1
    // What an operator looks at as somebody else is nobody's reading.
    if (itemId === null || viewAs) continue
    const item = () => items.at({ itemId, day, userId, views: 0, prints: 0, downloads: 0, seconds: 0 }, itemId, day, userId)
    const field = FIELD[kind]
    if (field) item()[field] += 1
    const read = kind === 'document.pages-viewed' ? ACTIVITY[kind].safeParse(details).data : undefined
    for (const { page, seconds } of read?.pages ?? []) {
      item().seconds += seconds
      pages.at({ itemId, userId, page, seconds: 0 }, itemId, userId, page).seconds += seconds
    }
  }
  return { days: days.all(), items: items.all(), pages: pages.all() }
}
