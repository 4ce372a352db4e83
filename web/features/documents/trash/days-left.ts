import { LIMITS } from '../../../../contract/core/limits.ts'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'

const DAY_MS = 24 * 3_600_000

export const TRASH_DAYS = LIMITS.trashMs / DAY_MS

const SOON_DAYS = 3

/** A begun day counts as whole; 0 awaits destruction. */
export function daysLeft(
  { deletedAt }: Pick<TrashedItem, 'deletedAt'>,
  now: number,
): { readonly days: number; readonly isSoon: boolean } {
  const left = Math.ceil((new Date(deletedAt).getTime() + LIMITS.trashMs - now) / DAY_MS)
  const days = Math.min(Math.max(left, 0), TRASH_DAYS)
  return { days, isSoon: days < SOON_DAYS }
}
