import { LIMITS } from '../../../../contract/core/limits.ts'
import type { TrashedItem } from '../../../../contract/features/documents.ts'

const DAY_MS = 24 * 3_600_000

/** How long what was deleted is kept. */
export const TRASH_DAYS = LIMITS.trashMs / DAY_MS

const SOON_DAYS = 3

/** The days that are left to restore an item, a begun one counted whole; 0 when its time is over and it has yet to be destroyed. */
export function daysLeft({ deletedAt }: Pick<TrashedItem, 'deletedAt'>, now: number): { readonly days: number; readonly isSoon: boolean } {
  const left = Math.ceil((new Date(deletedAt).getTime() + LIMITS.trashMs - now) / DAY_MS)
  // The server's clock may be ahead of this one.
  const days = Math.min(Math.max(left, 0), TRASH_DAYS)
  return { days, isSoon: days < SOON_DAYS }
}
