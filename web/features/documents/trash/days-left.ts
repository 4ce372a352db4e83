import { LIMITS } from '../../../../contract/core/limits.ts'
import type { TrashedItem } from '../../../../contract/features/documents.ts'

const DAY_MS = 24 * 3_600_000

export const TRASH_DAYS = LIMITS.trashMs / DAY_MS

const SOON_DAYS = 3

/** A day that has begun counts as a whole one. 0 means that the item awaits its destruction. */
export function daysLeft({ deletedAt }: Pick<TrashedItem, 'deletedAt'>, now: number): { readonly days: number; readonly isSoon: boolean } {
  const left = Math.ceil((new Date(deletedAt).getTime() + LIMITS.trashMs - now) / DAY_MS)
  // The server's clock may be ahead.
  const days = Math.min(Math.max(left, 0), TRASH_DAYS)
  return { days, isSoon: days < SOON_DAYS }
}
