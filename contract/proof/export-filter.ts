import { typeOfKind } from '../features/activity/activity-types.ts'
import type { ExportFilter } from './history-export.ts'
import type { LogEntry } from './log-entry.ts'

const HOUR_MS = 3_600_000
/** The room's zone is unknown, so days have the widest bounds. */
const ZONES_BEFORE_MS = 14 * HOUR_MS
const ZONES_BEHIND_MS = 12 * HOUR_MS
const DAY_MS = 24 * HOUR_MS

export const isWhole = (filter: ExportFilter): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** Unknown kinds and the room's midnight leave doubts, so doubtful entries pass. */
export function fitsFilter(
  { userId, itemId, type, from, to }: ExportFilter,
  entry: LogEntry,
): boolean {
  const at = Date.parse(entry.at)
  const entryType = typeOfKind(entry.kind)
  return (
    (userId === undefined || entry.userId === userId) &&
    (itemId === undefined || entry.itemId === itemId) &&
    (type === undefined || entryType === undefined || entryType === type) &&
    (from === undefined || at >= Date.parse(from) - ZONES_BEFORE_MS) &&
    (to === undefined || at < Date.parse(to) + DAY_MS + ZONES_BEHIND_MS)
  )
}
