import { LIMITS } from '../../../../contract/core/limits.ts'

/** The days that somebody typed, for which an invitation is valid; nothing for what is none. */
export function daysOf(typed: string): number | undefined {
  const days = Number(typed)
  return Number.isInteger(days) && days >= 1 && days <= LIMITS.signValidMax ? days : undefined
}
